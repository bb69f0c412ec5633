import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAnalysisPool } from '@revera/provenance';
import { hostileFiles } from '@revera/testkit/hostile';
import { makeFiles } from '../files.ts';
import { MIB, type Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import { trustOf } from '../trust.ts';
import { timeVerification } from '../verify-in-pool.ts';

/** What a thread costs before it is warm: at the start of the service, and when one is replaced. */
export const coldStart: Scenario = {
  name: 'cold-start',
  async run({ folder, isQuick }) {
    const { files, rootPem } = await makeFiles(folder, [{ kind: 'jpeg', sizeBytes: MIB, isSigned: true }]);
    const trust = trustOf([rootPem]);
    const crashing = join(folder, 'crashing.mp3');
    await writeFile(crashing, hostileFiles.id3ForgedFrameSize.build());
    const times = { pool: [] as number[], thread: [] as number[], first: [] as number[], second: [] as number[] };
    for (let i = 0; i < (isQuick ? 2 : 9); i++) {
      const started = performance.now();
      const pool = await createAnalysisPool({ size: 1 });
      await pool.warmUp();
      times.pool.push(performance.now() - started);
      // The engine traps on this file, and its thread is replaced before the answer comes.
      await pool.analyze({ path: crashing, trust, at: new Date(), deadlineMs: 10_000 });
      const replaced = performance.now();
      await pool.warmUp();
      times.thread.push(performance.now() - replaced);
      for (const file of files) {
        times.first.push(await timeVerification(pool, file, trust));
        times.second.push(await timeVerification(pool, file, trust));
      }
      await pool.close();
    }
    const row = (name: string, values: number[]) => {
      const { count, fastest, median, p95 } = summarize(values);
      return [name, count, fastest, median, p95];
    };
    return {
      tables: [
        {
          title: 'Cold start of the engine',
          columns: ['what', 'runs', 'fastest ms', 'median ms', 'p95 ms'],
          rows: [
            row('pool with one thread: compile the engine, start the thread', times.pool),
            row('replacement of a thread: start it with the compiled engine', times.thread),
            row('first verification in a new thread, signed JPEG of 1 MB', times.first),
            row('second verification in it', times.second),
          ],
        },
      ],
      targets: [],
      notes: [],
    };
  },
};
