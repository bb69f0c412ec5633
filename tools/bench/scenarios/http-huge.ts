import { makeFiles } from '../files.ts';
import { runClients } from '../http-client.ts';
import { readResidentMemory } from '../process-memory.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { withServerProcess } from '../server-process.ts';

const HUGE_MB = 500;

/** One video far above what may lie in memory. */
export const httpHuge: Scenario = {
  name: 'http-huge',
  async run({ folder, isQuick }) {
    if (isQuick)
      return { tables: [], targets: [], notes: [`http-huge (a file of ${HUGE_MB} MB) is left out by --quick`] };
    const { files } = await makeFiles(folder, [{ kind: 'mp4', sizeBytes: HUGE_MB * MIB, isSigned: true }]);
    const { before, times, after } = await withServerProcess(folder, async (server) => {
      const atRest = await readResidentMemory(server.pid);
      const runs = await Promise.all(files.map((file) => runClients(server, file, 1, 1)));
      return { before: atRest, times: runs.flatMap((run) => run.times), after: await readResidentMemory(server.pid) };
    });
    return {
      tables: [
        {
          title: `POST /v1/content/verify, one signed MP4 of ${HUGE_MB} MB`,
          columns: ['ms', 'resident MB before', 'resident MB after', 'peak resident MB'],
          rows: times.map((ms) => [ms, before?.now ?? null, after?.now ?? null, after?.peak ?? null]),
        },
      ],
      targets: [
        {
          // More than this and the file could lie in memory whole.
          name: `one MP4 of ${HUGE_MB} MB: growth of the resident MB to their peak`,
          below: HUGE_MB,
          measured: before === null || after === null ? null : after.peak - before.now,
        },
      ],
      notes: [],
    };
  },
};
