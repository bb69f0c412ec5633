import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Lets the parts of a whole service fall one after the other, under load: database, network, processes, disk, clock. With
 * `--kills` only processes are killed, one or two at a time and at random. The table at the end counts what was lost, doubled,
 * left behind or miscounted.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    apis: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'boolean', default: false },
  },
});
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'packages/server/src/whole/chaos'];
const { status } = spawnSync(process.execPath, vitest, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    ...process.env,
    REVERA_CHAOS_MINUTES: values.minutes,
    REVERA_CHAOS_APIS: values.apis,
    REVERA_CHAOS_WORKERS: values.workers,
    REVERA_CHAOS_SEED: values.seed,
    ...(values.kills ? { REVERA_CHAOS_KILLS: 'true' } : {}),
  },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
