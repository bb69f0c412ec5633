import { open } from 'node:fs/promises';

/** Resolves when the content of a file is on its disk, so that a power failure no longer takes it. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
