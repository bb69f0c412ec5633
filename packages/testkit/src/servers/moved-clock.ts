import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps it in a folder named by the machine's architecture; builds by hand, in /usr/local. */
function findLibrary(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return [...folders, '/usr/lib', '/usr/local/lib']
    .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
}

/**
 * Environment variables that move the clock of a program by so many days (libfaketime; Debian: `faketime`). What timers
 * measure and how files are dated is not moved. Null when the library is absent.
 */
export function movedClock(days: number): Record<string, string> | null {
  const library = findLibrary();
  if (library === undefined) return null;
  return {
    LD_PRELOAD: library,
    FAKETIME: `${days < 0 ? '' : '+'}${days}d`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}
