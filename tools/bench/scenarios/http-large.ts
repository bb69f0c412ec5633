import { makeFiles, type FileSpec, type MadeFile } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { runClients } from '../http-client.ts';
import { readResidentMemory, sampleWhile } from '../process-memory.ts';
import { MIB, type Scenario, type Target } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const CLIENTS = [1, 2];
/** The engine reads files above 50 MiB in pieces and smaller ones whole: both sides of that line are measured. */
const FILES: FileSpec[] = [
  { kind: 'mp4', sizeBytes: 50 * MIB, isSigned: true },
  { kind: 'jpeg', sizeBytes: 50 * MIB, isSigned: true },
  { kind: 'jpeg', sizeBytes: 45 * MIB, isSigned: true },
  { kind: 'mp3', sizeBytes: 45 * MIB, isSigned: true },
];
const QUICK_FILES: FileSpec[] = [{ kind: 'mp4', sizeBytes: 10 * MIB, isSigned: true }];
const TARGET_MB = 600;

/** Large files through the real server, and what they do to its memory. */
export const httpLarge: Scenario = {
  name: 'http-large',
  async run({ folder, isQuick }) {
    const { files } = await makeFiles(folder, isQuick ? QUICK_FILES : FILES);
    const rows: Cell[][] = [];
    const targets: Target[] = [];
    for (const file of files) {
      const measured = await measure(folder, file, isQuick ? 4 : 16);
      rows.push(...measured.rows);
      const name = `both threads busy with ${labelOf(file)}: peak resident MB`;
      if (!isQuick) targets.push({ name, below: TARGET_MB, measured: measured.peak });
    }
    return {
      tables: [
        {
          title: 'POST /v1/content/verify, large signed files, two analysis threads',
          columns: [
            'file',
            'clients',
            'requests',
            'requests/s',
            'median ms',
            'p95 ms',
            'resident MB before',
            'median resident MB',
            'peak resident MB',
          ],
          rows,
        },
      ],
      targets,
      notes: [
        'Resident memory of the server process only, without PostgreSQL. The peak is since the start of the process.',
      ],
    };
  },
};

/** In a new process for each file, because the kernel keeps the peak for as long as a process lives. */
async function measure(folder: string, file: MadeFile, requests: number) {
  return withServerProcess(folder, async (server) => {
    const rows: Cell[][] = [];
    const atRest = (await readResidentMemory(server.pid))?.now ?? null;
    for (const clients of CLIENTS) {
      const { result, samples } = await sampleWhile(server.pid, runClients(server, file, clients, requests));
      const { count, median, p95 } = summarize(result.times);
      const busy = samples.length === 0 ? null : summarize(samples).median;
      const peak = (await readResidentMemory(server.pid))?.peak ?? null;
      const rate = (count / result.elapsedMs) * 1000;
      rows.push([labelOf(file), clients, count, rate, median, p95, atRest, busy, peak]);
    }
    return { rows, peak: (await readResidentMemory(server.pid))?.peak ?? null };
  });
}

function labelOf(file: MadeFile): string {
  return `${file.kind} ${formatSize(file.actualBytes)}`;
}
