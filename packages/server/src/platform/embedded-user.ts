import { readFileSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EmbeddedPostgresError, USE_OWN_SERVER } from './embedded-postgres-error.ts';

/** The user the server runs as. PostgreSQL refuses to run as root, so root gives it to an unprivileged user. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * Undefined for the user of this process. As root: the owner of the existing cluster, so that a user added to the system later
 * changes nothing; else `postgres`, else `nobody`.
 */
export function chooseServerUser(clusterDir: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    `Running as root, and there is no user "postgres" or "nobody" to run PostgreSQL as. Start as another user. ${USE_OWN_SERVER}`,
  );
}

/** Whether the user may enter each folder above the path, and read (and enter or run) the path itself. */
export function canReach(path: string, user: ServerUser): boolean {
  const full = resolve(path);
  for (let folder = dirname(full); ; folder = dirname(folder)) {
    if ((permissionBits(statSync(folder), user) & 1) === 0) return false;
    if (folder === dirname(folder)) break;
  }
  return (permissionBits(statSync(full), user) & 5) === 5;
}

function permissionBits(stats: Stats, user: ServerUser): number {
  if (stats.uid === user.uid) return (stats.mode >> 6) & 7;
  return stats.gid === user.gid ? (stats.mode >> 3) & 7 : stats.mode & 7;
}
