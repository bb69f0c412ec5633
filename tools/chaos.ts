import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Lets the parts of a whole service fall one after the other, under load, for ten minutes or as many as the argument says:
 * database, network, processes, disk, clock. The table at the end counts what was lost, doubled or left behind.
 */
const minutes = Number(process.argv[2] ?? 10);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'packages/server/src/whole/chaos'];
const { status } = spawnSync(process.execPath, vitest, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, REVERA_CHAOS_MINUTES: String(minutes) },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
