import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './system-error.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './embedded-process.ts';
import type { ServerUser } from './embedded-user.ts';

/**
 * Who still uses the embedded server. Every user, the process that started it and each that joined it, keeps the
 * writing end of one named pipe open; the server's watchdog reads it and meets its end when the last user has closed
 * it or died, however it died, because the kernel closes it. So the server outlives the command that happened to start
 * it while a service uses it, and nobody has to outlive the server.
 */
export interface ServerHold {
  /** Whether the watchdog still reads: false when it had met the end just before this hold was taken. */
  isWatched(): boolean;
  release(): void;
}

export function holdPath(runDir: string): string {
  return join(runDir, 'hold');
}

/** Makes the pipe and takes the first hold. `watchdogEnd` is for the watchdog's standard input; close it once given. */
export async function createHold(
  runDir: string,
  user: ServerUser | undefined,
): Promise<{ hold: ServerHold; watchdogEnd: number }> {
  const path = holdPath(runDir);
  const { status, output } = await runProgram('mkfifo', ['-m', '600', path], user);
  if (status !== 0) throw new EmbeddedPostgresError(`mkfifo ${path}: ${output.trim()}`);
  // Each end alone would wait for the other to be opened; both at once do not.
  const both = openSync(path, constants.O_RDWR);
  try {
    const watchdogEnd = openSync(path, constants.O_RDONLY);
    return { hold: toHold(openSync(path, constants.O_WRONLY)), watchdogEnd };
  } finally {
    closeSync(both);
  }
}

/** Joins the users of a running server. Undefined when nobody watches the pipe, so the server is gone or going. */
export function findHold(runDir: string): ServerHold | undefined {
  try {
    return toHold(openSync(holdPath(runDir), constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENXIO' || code === 'ENOENT') return undefined;
    throw error;
  }
}

function toHold(descriptor: number): ServerHold {
  let open = true;
  return {
    isWatched: () => {
      try {
        writeSync(descriptor, '.');
        return true;
      } catch (error) {
        if (errorCode(error) === 'EPIPE') return false;
        throw error;
      }
    },
    release: () => {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}
