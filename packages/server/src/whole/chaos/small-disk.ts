import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/system-error.ts';

/** A disk that is soon full. */
export interface SmallDisk {
  fill(): Promise<void>;
  empty(): Promise<void>;
  unmount(): void;
}

const SIZE_MIB = 256;
const BLOCK = Buffer.alloc(1024 * 1024);

/** Null where nothing can be mounted: another system, or not root. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m`, 'tmpfs', folder]);
  if (mount.status !== 0) return null;
  const filling = join(folder, 'filling');
  return {
    fill: async () => {
      const file = await open(filling, 'w');
      try {
        for (let written = 0; written < SIZE_MIB; written++) await file.write(BLOCK);
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filling),
    unmount: () => {
      spawnSync('umount', [folder]);
    },
  };
}
