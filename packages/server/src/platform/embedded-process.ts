import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { canReach, type ServerUser } from './embedded-user.ts';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './embedded-postgres-error.ts';
import { errorCode } from './system-error.ts';

const CLOCK_SETTINGS = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'DONT_FAKE_MONOTONIC'];

/** Settings of a preloaded library that moves the clock (libfaketime): a child's clock must not lag behind ours. */
export function clockSettings(): Record<string, string> {
  return Object.fromEntries(
    CLOCK_SETTINGS.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Nothing else of our environment (keys, addresses) reaches the server. */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...clockSettings(), ...extra };
}

export interface ReachablePath {
  /** The path to give the server. */
  argument: string;
  /** Pass it to the child as its descriptor 3. */
  descriptor: number | 'ignore';
  close(): void;
}

/**
 * A folder that a process of the server's user can open although it may not enter the folders above it (root's home, a private
 * data folder): root opens it, and the child names it by the inherited descriptor.
 */
export function reachableFolder(folder: string, user: ServerUser | undefined): ReachablePath {
  if (user === undefined || canReach(folder, user)) {
    return { argument: folder, descriptor: 'ignore', close: () => undefined };
  }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(`The user of the database cannot enter ${folder}. ${USE_OWN_SERVER}`);
  }
  const descriptor = openSync(folder, 'r');
  return { argument: '/proc/self/fd/3', descriptor, close: () => closeSync(descriptor) };
}

export interface ProgramResult {
  status: number | null;
  output: string;
}

/** Runs a short program of the server's user to its end. */
export async function runProgram(
  command: string,
  args: readonly string[],
  user: ServerUser | undefined,
  descriptor: number | 'ignore' = 'ignore',
): Promise<ProgramResult> {
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(cannotRun(command, error)));
    child.on('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** A program that exists and still cannot be started (ENOENT of its loader) indicates a system without glibc. */
export function cannotRun(command: string, error: unknown): EmbeddedPostgresError {
  const hint =
    errorCode(error) === 'ENOENT' ? ' It is missing, or needs a C library (glibc) that this system lacks.' : '';
  return new EmbeddedPostgresError(`Cannot run ${command}.${hint} ${USE_OWN_SERVER}`, { cause: error });
}
