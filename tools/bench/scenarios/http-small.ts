import { makeFiles } from '../files.ts';
import { runClients } from '../http-client.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

const CLIENTS = [1, 2, 4];
const TARGET_MS = 60;

/** Requests of a usual size through the real server. */
export const httpSmall: Scenario = {
  name: 'http-small',
  async run({ folder, isQuick }) {
    const { files } = await makeFiles(folder, [{ kind: 'jpeg', sizeBytes: MIB, isSigned: true }]);
    const rows: Cell[][] = [];
    const medians: number[] = [];
    for (const file of files) {
      await withServerProcess(folder, async (server) => {
        await runClients(server, file, 2, isQuick ? 4 : 20);
        for (const clients of CLIENTS) {
          const { times, elapsedMs } = await runClients(server, file, clients, isQuick ? 8 : 160);
          const { count, fastest, median, p95 } = summarize(times);
          medians.push(median);
          rows.push([clients, count, (count / elapsedMs) * 1000, fastest, median, p95]);
        }
      });
    }
    return {
      tables: [
        {
          title: 'POST /v1/content/verify, signed JPEG of 1 MB, two analysis threads',
          columns: ['clients', 'requests', 'requests/s', 'fastest ms', 'median ms', 'p95 ms'],
          rows,
        },
      ],
      targets: [
        {
          name: 'signed JPEG of 1 MB through HTTP, one client: median ms',
          below: TARGET_MS,
          measured: medians[0] ?? null,
        },
      ],
      notes: [
        'Clients, server and database share the machine, so with more clients than cores each one only waits longer.',
      ],
    };
  },
};
