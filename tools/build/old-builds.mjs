import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough for every process that found a build through `dist` to have left its mark in it. */
const GRACE_MS = 60 * 60 * 1000;

/** Removes the builds that no process uses and that have not been the current one for an hour. */
export function removeOldBuilds(builds, current) {
  for (const folder of readdirSync(builds).map((name) => join(builds, name))) {
    try {
      if (folder !== current && isOld(folder) && !isUsed(folder)) remove(folder);
    } catch (error) {
      // Another process removed it first.
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

function isOld(folder) {
  return Date.now() - statSync(folder).mtimeMs > GRACE_MS;
}

/** Each process that runs from a build has a file in it, named by its id (packages/cli/src/hold-build.ts). */
function isUsed(folder) {
  return readdirSync(join(folder, 'used-by')).some((pid) => isAlive(Number(pid)));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives, and belongs to somebody else.
    return error.code === 'EPERM';
  }
}

/** Renames it first, so that nobody takes what is left of it for a build. */
function remove(folder) {
  const own = `${folder}-removed-by-${process.pid}`;
  renameSync(folder, own);
  rmSync(own, { recursive: true, force: true });
}
