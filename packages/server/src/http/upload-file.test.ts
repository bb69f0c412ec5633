import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrivateFile, receiveToFile, type WritableFile } from './upload-file.ts';
import { Meter } from './upload-meter.ts';

const MIB = 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-upload-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

function meter(limitBytes = 10 * MIB): Meter {
  const policy = { maxFiles: 1, maxTotalBytes: 10 * MIB, limitFor: () => limitBytes };
  return new Meter({ policy, sniffBytes: 4, headBytes: 8, totalBefore: 0 });
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** A file that notes what happens to it. */
async function watched(path: string, change: Partial<WritableFile> = {}) {
  const events: string[] = [];
  const file = await createPrivateFile(path);
  const create = (): Promise<WritableFile> =>
    Promise.resolve({
      write: file.write.bind(file),
      writev: change.writev ?? file.writev.bind(file),
      sync: async () => {
        events.push('sync');
        await file.sync();
      },
      close: async () => {
        events.push('close');
        await file.close();
      },
    });
  return { create, events, file };
}

describe('a file that is received', () => {
  it.each([1, 63, 1000, 65_536, 3 * MIB])('is written whole from pieces of %i bytes', async (size) => {
    const bytes = randomBytes(Math.min(2.5 * MIB, size * 1000));
    const path = join(folder, `pieces-${size}`);
    const { sizeBytes, sha256, head } = await receiveToFile(inPieces(bytes, size), meter(), {
      create: () => createPrivateFile(path),
      flush: false,
    });
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect([sizeBytes, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
    expect(Buffer.from(head)).toEqual(bytes.subarray(0, 8));
  });

  it.each([
    [true, ['sync', 'close']],
    [false, ['close']],
  ])('is flushed to the disk when that is asked for: %s', async (flush, expected) => {
    const { create, events } = await watched(join(folder, `flush-${String(flush)}`));
    await receiveToFile(inPieces(Buffer.from('hello'), 2), meter(), { create, flush });
    expect(events).toEqual(expected);
  });

  it('is closed and never flushed when it is too large', async () => {
    const { create, events } = await watched(join(folder, 'large'));
    const receiving = receiveToFile(inPieces(Buffer.alloc(100), 10), meter(99), { create, flush: true });
    await expect(receiving).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    expect(events).toEqual(['close']);
  });

  it('is written whole when the system takes less than it was given', async () => {
    const path = join(folder, 'short');
    const writes: Pick<WritableFile, 'writev'> = {
      writev: async (pieces) => {
        const all = Buffer.concat(pieces);
        const { bytesWritten } = await file.write(all.subarray(0, 5));
        return { bytesWritten };
      },
    };
    const { create, file } = await watched(path, writes);
    const bytes = randomBytes(1000);
    await receiveToFile(inPieces(bytes, 100), meter(), { create, flush: false });
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  it('fails with the disk, and is closed', async () => {
    const full = new Error('no space left');
    const { create, events } = await watched(join(folder, 'full'), { writev: () => Promise.reject(full) });
    const receiving = receiveToFile(inPieces(Buffer.alloc(3 * MIB), MIB), meter(), { create, flush: true });
    await expect(receiving).rejects.toBe(full);
    expect(events).toEqual(['close']);
  });
});
