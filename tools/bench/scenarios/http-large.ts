import { makeFiles } from '../files.ts';
import { runClients } from '../http-client.ts';
import { readResidentMemory, sampleWhile } from '../process-memory.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const CLIENTS = [1, 2];
const LARGE_BYTES = 50 * MIB;
const QUICK_BYTES = 10 * MIB;
const TARGET_MB = 600;

/** Large files through the real server, and what they do to its memory. */
export const httpLarge: Scenario = {
  name: 'http-large',
  async run({ folder, isQuick }) {
    const sizeBytes = isQuick ? QUICK_BYTES : LARGE_BYTES;
    const { files } = await makeFiles(folder, [
      { kind: 'mp4', sizeBytes, isSigned: true },
      { kind: 'jpeg', sizeBytes, isSigned: true },
    ]);
    const rows: Cell[][] = [];
    const peaks: number[] = [];
    for (const file of files) {
      // A new process for each, because the kernel keeps the peak for as long as a process lives.
      await withServerProcess(folder, async (server) => {
        const atRest = (await readResidentMemory(server.pid))?.now ?? null;
        for (const clients of CLIENTS) {
          const work = runClients(server, file, clients, isQuick ? 4 : 16);
          const { result, samples } = await sampleWhile(server.pid, work);
          const { count, median, p95 } = summarize(result.times);
          const busy = samples.length === 0 ? null : summarize(samples).median;
          const peak = (await readResidentMemory(server.pid))?.peak ?? null;
          if (peak !== null) peaks.push(peak);
          rows.push([file.kind, clients, count, (count / result.elapsedMs) * 1000, median, p95, atRest, busy, peak]);
        }
      });
    }
    const name = `server process, both threads busy with files of ${sizeBytes / MIB} MB: peak resident MB`;
    return {
      tables: [
        {
          title: `POST /v1/content/verify, signed files of ${sizeBytes / MIB} MB, two analysis threads`,
          columns: [
            'kind',
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
      targets: isQuick ? [] : [{ name, below: TARGET_MB, measured: peaks.length === 0 ? null : Math.max(...peaks) }],
      notes: ['Resident memory is of the server process alone, without PostgreSQL. The peak is since its start.'],
    };
  },
};
