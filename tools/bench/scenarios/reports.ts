import { setTimeout } from 'node:timers/promises';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signEdit, signMedia } from '@revera/testkit/sign';
import { formatSize } from '../format-size.ts';
import { readResidentMemory } from '../process-memory.ts';
import { readProcessorTime } from '../processor-time.ts';
import type { Scenario } from '../scenario.ts';
import { member, withServerProcess, type BenchServer } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

/** Edits of the file that its manifests tell of. */
const EDITS = [0, 5];
const LANGUAGES = ['en', 'zh-CN'];
const FORMATS = ['json', 'html', 'pdf'];
const REQUESTS = 20;
const MEDIA_TYPE = 'image/jpeg';

/** What a report costs, in each form that has all of it. */
export const reports: Scenario = {
  name: 'reports',
  async run({ folder, isQuick }) {
    const rows: Cell[][] = [];
    const notes: string[] = [];
    await withServerProcess(folder, async (server) => {
      const before = await readResidentMemory(server.pid);
      const first: number[] = [];
      for (const edits of EDITS) {
        const job = await verify(server, await makeFile(edits));
        if (edits === EDITS[0]) first.push((await read(server, job, 'pdf', 'en')).elapsedMs);
        for (const format of FORMATS) {
          for (const language of LANGUAGES) {
            const times: number[] = [];
            let bytes = 0;
            const processorBefore = await readProcessorTime(server.pid);
            for (let i = 0; i < (isQuick ? 3 : REQUESTS); i++) {
              const answer = await read(server, job, format, language);
              times.push(answer.elapsedMs);
              bytes = answer.bytes;
            }
            const { count, fastest, median, p95 } = summarize(times);
            const processorAfter = await readProcessorTime(server.pid);
            const used = ((processorAfter ?? 0) - (processorBefore ?? 0)) / count;
            rows.push([format, language, edits + 1, formatSize(bytes), count, used, fastest, median, p95]);
          }
        }
      }
      const after = await readResidentMemory(server.pid);
      notes.push(
        'Processor time is that of the whole server process without PostgreSQL; it hardly depends on what else the machine does.',
      );
      notes.push(`The first PDF, for which a thread starts and opens the fonts, took ${first[0]?.toFixed(0)} ms.`);
      if (before !== null && after !== null) {
        notes.push(
          `The process grew by ${(after.peak - before.now).toFixed(0)} MB at its peak; an idle thread ends after a minute.`,
        );
      }
    });
    const columns = [
      'format',
      'language',
      'manifests',
      'size',
      'requests',
      'processor ms, mean',
      'fastest ms',
      'median ms',
      'p95 ms',
    ];
    return { tables: [{ title: 'GET /v1/jobs/{jid}/report, one client', columns, rows }], targets: [], notes };
  },
};

async function makeFile(edits: number): Promise<Uint8Array> {
  const authority = await createAuthority();
  let file = await signMedia(buildJpeg(), MEDIA_TYPE, { authority });
  for (let i = 0; i < edits; i++) file = await signEdit(file, MEDIA_TYPE, { authority });
  return file;
}

/** @throws when it is not verified, or not signed */
async function verify({ address, key }: BenchServer, file: Uint8Array): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(file)]), 'bench.jpg');
  const headers = { authorization: `Bearer ${key}` };
  const answer: unknown = await (await fetch(`${address}/v1/content/verify`, { method: 'POST', headers, body })).json();
  const [id, status] = [member(answer, 'id'), member(answer, 'provenance_status')];
  if (typeof id !== 'string' || status !== 'strong_evidence') throw new Error(`verdict ${String(status)}`);
  return id;
}

async function read(
  { address, key }: Pick<BenchServer, 'address' | 'key'>,
  job: string,
  format: string,
  language: string,
): Promise<{ elapsedMs: number; bytes: number }> {
  const start = performance.now();
  const answer = await fetch(`${address}/v1/jobs/${job}/report?format=${format}&lang=${language}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (answer.status === 429) {
    // Faster than a caller may ask: the limit is kept, and the wait is not part of the time.
    await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    return await read({ address, key }, job, format, language);
  }
  if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
  return { elapsedMs: performance.now() - start, bytes };
}
