import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A file without bytes whose opening takes as long as the test wants: a named pipe. */
export interface HeldFile {
  path: string;
  /** Lets the one who opened it, or is about to, go on. */
  release(): Promise<void>;
}

/** Blocks any reader that opens it: a thread that analyses it stays busy until it is released. */
export async function createHeldFile(): Promise<HeldFile> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-held-'));
  const path = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  return {
    path,
    release: async () => {
      const writer = await open(path, 'w');
      await writer.close();
      await rm(folder, { recursive: true });
    },
  };
}
