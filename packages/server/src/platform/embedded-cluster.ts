import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './system-error.ts';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './embedded-postgres-error.ts';
import { reachableFolder, runProgram } from './embedded-process.ts';
import type { ServerUser } from './embedded-user.ts';
import { processExists } from './postmaster-file.ts';

export const CLUSTER_USER = 'revera';

export interface ClusterOptions {
  clusterDir: string;
  binDir: string;
  user: ServerUser | undefined;
  durable: boolean;
}

/**
 * Makes the cluster unless it exists. It is made in a folder beside and renamed when complete, so that a crash in the middle
 * leaves no half-made cluster under the final name; of several processes, the first to rename wins.
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  if (existsSync(join(options.clusterDir, 'PG_VERSION'))) {
    giveToServerUser(options.clusterDir, options.user);
    return;
  }
  removeAbandoned(options.clusterDir);
  const made = mkdtempSync(`${options.clusterDir}.init-${process.pid}-`);
  try {
    await initialise(made, options);
    renameSync(made, options.clusterDir);
    syncFolder(dirname(options.clusterDir));
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

async function initialise(folder: string, { binDir, user, durable }: ClusterOptions): Promise<void> {
  if (user) chownSync(folder, user.uid, user.gid);
  const data = reachableFolder(folder, user);
  try {
    const options = ['-U', CLUSTER_USER, '--auth=trust', '--no-locale', '-E', 'UTF8', '--no-instructions'];
    const args = ['-D', data.argument, ...options, ...(durable ? [] : ['--no-sync'])];
    const { status, output } = await runProgram(join(binDir, 'initdb'), args, user, data.descriptor);
    if (status !== 0) {
      throw new EmbeddedPostgresError(`PostgreSQL could not make its data folder: ${output.trim()}\n${USE_OWN_SERVER}`);
    }
  } finally {
    data.close();
  }
}

/** A backup that root restored belongs to root; the server accepts only its own files. */
function giveToServerUser(clusterDir: string, user: ServerUser | undefined): void {
  if (!user || statSync(clusterDir).uid === user.uid) return;
  for (const entry of readdirSync(clusterDir, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
  chownSync(clusterDir, user.uid, user.gid);
}

/** Removes unfinished clusters, by the process identifier in their names. */
function removeAbandoned(clusterDir: string): void {
  const prefix = `${basename(clusterDir)}.init-`;
  for (const name of readdirSync(dirname(clusterDir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid > 0 && !processExists(pid)) rmSync(join(dirname(clusterDir), name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
