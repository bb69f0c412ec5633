import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './system-error.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './embedded-process.ts';
import type { ServerUser } from './embedded-user.ts';

/**
 * One user's claim on the embedded server. Every user, both the process that started it and each that joined it, keeps the
 * writing end of one named pipe open. The server's watchdog reads the pipe and reaches its end when the last user has closed it
 * or died: the kernel closes the pipe of a dead process. So the server outlives the command that started it as long as a service
 * uses it, and no process has to outlive the server.
 */
export interface ServerLease {
  /** Whether the watchdog still reads; false when it reached the end of the pipe just before this lease was taken. */
  isWatched(): boolean;
  release(): void;
}

/** The file is called `hold` so that processes of an earlier version can share the server. */
export function leasePath(runDir: string): string {
  return join(runDir, 'hold');
}

/** Makes the pipe and takes the first lease. Give `watchdogEnd` to the watchdog as its standard input, then close it. */
export async function createLease(
  runDir: string,
  user: ServerUser | undefined,
): Promise<{ lease: ServerLease; watchdogEnd: number }> {
  const path = leasePath(runDir);
  const { status, output } = await runProgram('mkfifo', ['-m', '600', path], user);
  if (status !== 0) throw new EmbeddedPostgresError(`mkfifo ${path}: ${output.trim()}`);
  // Opening one end alone would wait for the other; opening both at once does not.
  const both = openSync(path, constants.O_RDWR);
  try {
    const watchdogEnd = openSync(path, constants.O_RDONLY);
    return { lease: toLease(openSync(path, constants.O_WRONLY)), watchdogEnd };
  } finally {
    closeSync(both);
  }
}

/** Joins the users of a running server. Undefined when nobody reads the pipe, because the server has ended or is stopping. */
export function joinServer(runDir: string): ServerLease | undefined {
  try {
    return toLease(openSync(leasePath(runDir), constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENXIO' || code === 'ENOENT') return undefined;
    throw error;
  }
}

function toLease(descriptor: number): ServerLease {
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
