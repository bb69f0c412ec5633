import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './system-error.ts';

/** The facts that a running server writes to `postmaster.pid` (PostgreSQL source, `miscadmin.h`, LOCK_FILE_LINE_…). */
export interface PostmasterFile {
  pid: number;
  /** The folder of its Unix socket; null until it is known. */
  socketDir: string | null;
}

/** Undefined when there is no such file, or it is still empty. */
export function findPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  return readPidFile(join(clusterDir, 'postmaster.pid'));
}

function readPidFile(path: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  // The line is complete only when a further one follows it.
  const socketDir = lines.length > 5 ? lines[4]?.trim() : undefined;
  return { pid, socketDir: socketDir === undefined || socketDir === '' ? null : socketDir };
}

/** Whether any process (or thread, or zombie) has this number. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    if (errorCode(error) === 'EPERM') return true;
    throw error;
  }
}

/** Whether the number belongs to a living PostgreSQL. Where /proc is missing, any process counts as one. */
export function postmasterLives(pid: number): boolean {
  if (!processExists(pid)) return false;
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return process.platform !== 'linux';
    throw error;
  }
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(stat) ?? [];
  return name === 'postgres' && state !== 'Z' && state !== 'X';
}

/**
 * Removes the file of a server that has ended while its number was given to another process, which happens after a hard stop of a
 * container and would make PostgreSQL refuse to start. The file is moved away first and read again, so that one which another
 * process wrote in the meantime is put back.
 */
export function discardStalePostmasterFile(clusterDir: string, stalePid: number): void {
  const path = join(clusterDir, 'postmaster.pid');
  const taken = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, taken);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readPidFile(taken)?.pid !== stalePid) linkSync(taken, path);
  rmSync(taken, { force: true });
}
