import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { mediaKinds, type MediaKindName } from '@revera/testkit/media';
import { makeFiles, type MadeFile } from '../files.ts';
import { runClients, VERIFY, VERIFY_LATER, type Operation } from '../http-client.ts';
import { MIB } from '../scenario.ts';
import { member } from '../server-process.ts';
import { serveUsualLists, type BenchLists } from '../trust-lists.ts';
import type { World } from './world.ts';

const POLL_MS = 50;
const NO_LISTS: Pick<BenchLists, 'settings' | 'close'> = { settings: {}, close: () => Promise.resolve() };

/** What is verified, how its answer is judged, and the trust lists beside it. */
export interface Subject {
  file: MadeFile;
  operation: Operation;
  what: string;
  lists: Pick<BenchLists, 'settings' | 'close'>;
}

export async function openSubject(folder: string, path: string | undefined): Promise<Subject> {
  if (path !== undefined) return givenFile(path);
  const spec = { kind: 'jpeg', sizeBytes: MIB, isSigned: true, isPictured: true } as const;
  const { files, rootPem } = await makeFiles(folder, [spec]);
  const [file] = files;
  if (file === undefined) throw new Error('no file was made');
  const what = 'JPEG of 1.1 MB, signed with RSA, a picture in its manifest, trust lists of the usual size';
  return { file, operation: VERIFY, what, lists: await serveUsualLists(rootPem) };
}

async function givenFile(path: string): Promise<Subject> {
  const extension = extname(path).slice(1).toLowerCase();
  const kinds = Object.keys(mediaKinds).filter(isKind);
  const kind = kinds.find((name) => mediaKinds[name].extension === extension);
  if (kind === undefined) throw new TypeError(`${path}: no known media type ends in .${extension}`);
  const actualBytes = (await stat(path)).size;
  const file = { kind, sizeBytes: actualBytes, actualBytes, isSigned: false, path };
  const operation: Operation = {
    path: VERIFY.path,
    check: (_file, answer) => {
      if (typeof member(answer, 'provenance_status') !== 'string') throw new Error('the answer has no verdict');
    },
  };
  return { file, operation, what: `${extension} of ${actualBytes} bytes, no trust lists`, lists: NO_LISTS };
}

function isKind(name: string): name is MediaKindName {
  return Object.hasOwn(mediaKinds, name);
}

/** Verifies while the callers wait, until the pictures are stored too. Answers the milliseconds that the callers saw. */
export async function verifyWaiting(world: World, { file, operation }: Subject, load: Load): Promise<number> {
  const { elapsedMs } = await runClients(world, file, load.clients, load.jobs, operation);
  await until(async () => (await countJobs(world.client)).awaiting === 0);
  return elapsedMs;
}

/** How many verifications, by how many clients at once. */
export interface Load {
  jobs: number;
  clients: number;
}

/** Queues verifications and waits until all have ended. Answers the milliseconds from the first acceptance to the last end. */
export async function verifyQueued(world: World, { file }: Subject, load: Load): Promise<number> {
  const { rows } = await world.client.query<{ now: Date }>('select clock_timestamp() as now');
  const began = rows[0]?.now;
  await runClients(world, file, load.clients, load.jobs, VERIFY_LATER);
  await until(async () => (await countJobs(world.client)).open === 0);
  const ended = await world.client.query<{ completed: number; ms: number }>(
    `select count(*) filter (where status = 'completed')::int as completed,
      (extract(epoch from max(finished_at) - min(created_at)) * 1000)::float8 as ms
    from job where queue = 'media' and created_at >= $1`,
    [began],
  );
  const [row] = ended.rows;
  if (row?.completed !== load.jobs) throw new Error(`${row?.completed} of ${load.jobs} jobs were completed`);
  return row.ms;
}

async function countJobs(client: pg.Client): Promise<{ open: number; awaiting: number }> {
  const { rows } = await client.query<{ open: number; awaiting: number }>(`
    select count(*) filter (where status in ('queued', 'processing'))::int as open,
      count(*) filter (where pictures_until > now())::int as awaiting
    from job where status in ('queued', 'processing') or pictures_until > now()`);
  return rows[0] ?? { open: 0, awaiting: 0 };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(POLL_MS);
}
