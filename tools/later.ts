import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { movedClock } from '@revera/testkit/servers';

/**
 * Runs the tests of vitest.runtime.config.ts a hundred days from now: the clocks of Node.js and of the PostgreSQL that it
 * starts are moved by libfaketime (Debian: `faketime`). What timers measure is not. Arguments go to vitest.
 */
const DAYS = 100;
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

const clock = movedClock(DAYS);
if (clock === null) console.log('libfaketime is absent (apt-get install faketime): these tests run today');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.runtime.config.ts'];
const { status } = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], {
  cwd: REPOSITORY,
  env: { ...process.env, ...clock },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
