import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Makes `path` a symbolic link to `target` in one step: readers find either the old one or the new one. */
export function pointTo(path, target) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return;
  const own = join(dirname(path), `.link-${process.pid}`);
  rmSync(own, { force: true });
  symlinkSync(target, own);
  // A folder that an earlier version of the build, or `npm pack`, left there.
  if (found?.isDirectory() === true) rmSync(path, { recursive: true, force: true });
  renameSync(own, path);
}
