import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { writeBundles } from './bundles.mjs';
import { fingerprint } from './fingerprint.mjs';
import { pointTo } from './link.mjs';
import { removeOldBuilds } from './old-builds.mjs';

const BUILDS = '.builds';
const LIBRARY = 'packages/provenance/dist';

/**
 * Makes `dist` the build of the sources as they are, and returns its folder. A build that exists is used again. A new one
 * is written to a folder of its own, which gets its name when it is complete: several may build at once, and a running
 * process keeps the files that it was started from.
 */
export async function makeBuild() {
  mkdirSync(BUILDS, { recursive: true });
  let folder = join(BUILDS, fingerprint());
  while (!existsSync(folder)) {
    await writeBuild(folder);
    // The sources may have changed in the meantime.
    folder = join(BUILDS, fingerprint());
  }
  const now = new Date();
  utimesSync(folder, now, now);
  pointTo(LIBRARY, '../../dist/provenance');
  pointTo('dist', folder);
  removeOldBuilds(BUILDS, folder);
  return folder;
}

/** Leaves no folder when the sources changed while they were read: a build must be what its name says. */
async function writeBuild(folder) {
  const draft = mkdtempSync(join(BUILDS, 'draft-'));
  try {
    mkdirSync(join(draft, 'used-by'));
    await writeBundles(draft);
    if (join(BUILDS, fingerprint()) === folder) renameSync(draft, folder);
  } catch (error) {
    // Another process completed the same build first.
    if (!['EEXIST', 'ENOTEMPTY'].includes(error.code)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
