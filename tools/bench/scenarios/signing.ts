import { rm } from 'node:fs/promises';
import { hasOpenssl } from '@revera/testkit/authorities';
import type { MediaKindName } from '@revera/testkit/media';
import { startTimeStampAuthority } from '@revera/testkit/servers';
import { makeFiles, type FileSpec, type MadeFile } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { runClients, signing as signingOperation } from '../http-client.ts';
import { readResidentMemory } from '../process-memory.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const COLUMNS = [
  'file',
  'time stamp',
  'requests',
  'fastest ms',
  'median ms',
  'p95 ms',
  'resident MB before',
  'peak MB',
];
const JPEG: FileSpec = { kind: 'jpeg', sizeBytes: MIB, isSigned: false };
const VIDEO: FileSpec = { kind: 'mp4', sizeBytes: 50 * MIB, isSigned: false };

/** Signing through the real server, with and without a time stamp from a real authority on this machine. */
export const signing: Scenario = {
  name: 'signing',
  async run({ folder, isQuick }) {
    const { files } = await makeFiles(folder, isQuick ? [JPEG] : [JPEG, VIDEO]);
    const rows: Cell[][] = [];
    const isStamping = hasOpenssl();
    for (const file of files) {
      const requests = isQuick ? 3 : file.kind === 'jpeg' ? 60 : 12;
      rows.push(await measure(folder, file, requests, null));
      if (isStamping) rows.push(await measureStamped(folder, file, requests));
    }
    const notes = [
      'Each request uploads, signs, verifies, stores and records a file. The peak is that of a server process that has signed nothing else.',
      isStamping
        ? 'The authority starts openssl for every time stamp, which is part of the time.'
        : 'openssl is absent, so nothing was time-stamped.',
    ];
    return { tables: [{ title: 'POST /v1/content/sign, one client', columns: COLUMNS, rows }], targets: [], notes };
  },
};

/** A limit of 2 GiB of files and the most memory that the engine can have: what happens above the default limits. */
const UNBOUNDED = {
  LIMIT_SIGN_MB: '2048',
  SIGNING_MEMORY_MB: '4096',
  ANALYSIS_MEMORY_MB: '4096',
  LIMIT_SIGN_SECONDS: '600',
  LIMIT_ANALYSIS_SECONDS: '600',
};
const KINDS: readonly MediaKindName[] = ['jpeg', 'mp4', 'mp3'];
const SIZES_MB = [25, 50, 100, 200];

/** Where signing in memory stops being sensible. */
export const signingLimit: Scenario = {
  name: 'signing-limit',
  async run({ folder, isQuick }) {
    if (isQuick)
      return { tables: [], targets: [], notes: ['signing-limit (files up to 200 MB) is left out by --quick'] };
    const rows: Cell[][] = [];
    for (const sizeMb of SIZES_MB) {
      const specs = KINDS.map((kind): FileSpec => ({ kind, sizeBytes: sizeMb * MIB, isSigned: false }));
      const { files } = await makeFiles(folder, specs);
      for (const file of files) rows.push(await measure(folder, file, 1, null, UNBOUNDED));
      // Together they would be gigabytes.
      await Promise.all(files.map(({ path }) => rm(path)));
    }
    return {
      tables: [{ title: 'POST /v1/content/sign without the default limits, one file each', columns: COLUMNS, rows }],
      targets: [],
      notes: [],
    };
  },
};

async function measureStamped(folder: string, file: MadeFile, requests: number): Promise<Cell[]> {
  const authority = await startTimeStampAuthority();
  try {
    return await measure(folder, file, requests, authority.url);
  } finally {
    await authority.close();
  }
}

/** In a new process for each row, because the kernel keeps the peak for as long as a process lives. */
async function measure(
  folder: string,
  file: MadeFile,
  requests: number,
  timeStampUrl: string | null,
  limits: Readonly<Record<string, string>> = {},
): Promise<Cell[]> {
  const stamping = timeStampUrl === null ? {} : { TSA_URLS: timeStampUrl, SIGNING_ALLOW_LOOPBACK_HTTP: 'true' };
  return withServerProcess(
    folder,
    async (server) => {
      const atRest = (await readResidentMemory(server.pid))?.now ?? null;
      const { times } = await runClients(server, file, 1, requests, signingOperation(timeStampUrl !== null));
      const peak = (await readResidentMemory(server.pid))?.peak ?? null;
      const { count, fastest, median, p95 } = summarize(times);
      const label = `${file.kind} ${formatSize(file.actualBytes)}`;
      return [label, timeStampUrl === null ? 'no' : 'yes', count, fastest, median, p95, atRest, peak];
    },
    { ...stamping, ...limits },
  );
}
