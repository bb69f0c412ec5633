import { setTimeout as delay } from 'node:timers/promises';
import { concat, type Bytes } from '@revera/testkit';
import { buildJpeg } from '@revera/testkit/media';
import { startFlood } from '../anonymous-flood.ts';
import { makeFiles } from '../files.ts';
import { runClients } from '../http-client.ts';
import { MIB, type Scenario, type Target } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const CALLERS = 10;
const FILES = 20;
const ROUNDS = 5;
/** Until the first files of the flood wait and run. */
const BUILD_UP_MS = 2_000;
const TARGET_RATIO = 2;

/** What a caller with a key waits while many without one keep the service as busy as they may. */
export const flood: Scenario = {
  name: 'flood',
  async run({ folder, isQuick }) {
    const { files } = await makeFiles(folder, [{ kind: 'jpeg', sizeBytes: MIB, isSigned: true }]);
    const requests = isQuick ? 4 : 20;
    const rounds = isQuick ? 1 : ROUNDS;
    const rows: Cell[][] = [];
    const targets: Target[] = [];
    const settings = { HTTP_TRUSTED_PROXIES: '127.0.0.1', LIMIT_ANONYMOUS_PER_HOUR: '1000000' };
    for (const file of files) {
      for (const [name, bytes] of FLOODS) {
        await withServerProcess(
          folder,
          async (server) => {
            await runClients(server, file, 1, requests);
            const alone: number[] = [];
            const flooded: number[] = [];
            const answers = new Map<string, number>();
            // In turns, so that what else the machine does falls on both.
            for (let round = 0; round < rounds; round += 1) {
              alone.push(...(await runClients(server, file, 1, requests)).times);
              const running = startFlood(server.address, { callers: CALLERS, files: FILES, bytes });
              await delay(BUILD_UP_MS);
              flooded.push(...(await runClients(server, file, 1, requests)).times);
              const counted = await running.stop();
              for (const [outcome, count] of counted.answers) answers.set(outcome, (answers.get(outcome) ?? 0) + count);
            }
            const [before, during] = [summarize(alone), summarize(flooded)];
            const told = [...answers].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
            rows.push([name, during.count, before.median, before.p95, during.median, during.p95, told]);
            targets.push({
              name: `median of a key during a flood of ${name}, as a multiple of that without`,
              below: TARGET_RATIO,
              measured: during.median / before.median,
            });
          },
          settings,
        );
      }
    }
    return {
      tables: [
        {
          title: `POST /v1/content/verify, signed JPEG of 1 MB, one client with a key, during ${CALLERS} requests of ${FILES} files without one`,
          columns: [
            'flood of',
            'requests',
            'alone median ms',
            'p95 ms',
            'flooded median ms',
            'p95 ms',
            'flood was answered',
          ],
          rows,
        },
      ],
      targets,
      notes: [
        'Each request of the flood comes from an address of its own and follows the last one at once, without the rate of 30 files an hour. Clients, flood, server and database share the machine.',
      ],
    };
  },
};

/** Small files that are soon done, and a document that keeps the engine busy for seconds. */
const FLOODS: readonly (readonly [string, Bytes])[] = [
  ['small pictures', buildJpeg()],
  ['slow documents', pdfWithLongArray(MIB)],
];

function pdfWithLongArray(bytes: number): Bytes {
  const head = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/X [${'0 '.repeat(bytes / 2)}]>>\nendobj\n`;
  const pages = `2 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\n`;
  const at = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n0 3\n0000000000 65535 f \n${at(head.indexOf('1 0 obj'))}${at(head.length)}`;
  const trailer = `trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n${head.length + pages.length}\n%%EOF\n`;
  return concat(head, pages, table, trailer);
}
