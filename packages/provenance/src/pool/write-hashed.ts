import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Writes a new private file and answers the SHA-256 of its bytes, in hexadecimal: the digest of what is in memory, not of
 * what the disk made of it. The system writes while this thread hashes. The file is not flushed: whoever keeps it does that.
 */
export async function writeHashed(path: string, bytes: Uint8Array): Promise<string> {
  const file = await open(path, 'wx', 0o600);
  try {
    const written = writeAll(file, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await written;
    return sha256;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at);
    at += bytesWritten;
  }
}
