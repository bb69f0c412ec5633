import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs the tests of vitest.runtime.config.ts a hundred days from now: the clocks of Node.js and of the PostgreSQL that it
 * starts are moved by libfaketime (Debian: `faketime`). What timers measure is not. Arguments go to vitest.
 */
const DAYS = 100;
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** Debian keeps it in a folder named by the machine's architecture; builds by hand, in /usr/local. */
function findLibrary(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return [...folders, '/usr/lib', '/usr/local/lib']
    .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
}

function movedClock(library: string): Record<string, string> {
  return {
    LD_PRELOAD: library,
    FAKETIME: `+${DAYS}d`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}

const library = findLibrary();
if (library === undefined) console.log('libfaketime is absent (apt-get install faketime): these tests run today');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.runtime.config.ts'];
const { status } = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], {
  cwd: REPOSITORY,
  env: { ...process.env, ...(library === undefined ? {} : movedClock(library)) },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
