import { open } from 'node:fs/promises';
import { be32, be64, concat } from '../bytes.ts';
import { seededRandom } from '../seeded-random.ts';
import { largeMp4Frame } from './bmff.ts';

const CHUNK_BYTES = 1024 * 1024;
const MDAT_HEAD_BYTES = 16;
const SEED = 20_240_101;

/**
 * Writes a playable MP4 of exactly `sizeBytes` to `path`, a mebibyte at a time: files far larger than memory are fine.
 * The media data is reproducible noise in which each mebibyte begins with its own number, so that exchanged pieces
 * never hash alike. An existing file is replaced.
 */
export async function writeLargeMp4(path: string, sizeBytes: number): Promise<void> {
  const { head, sample } = largeMp4Frame();
  const dataBytes = sizeBytes - head.length - MDAT_HEAD_BYTES;
  if (dataBytes < sample.length) throw new RangeError(`${sizeBytes} bytes are too few for an MP4`);
  const noise = seededRandom(SEED).bytes(CHUNK_BYTES);
  const file = await open(path, 'w');
  try {
    await file.write(concat(head, be32(1), 'mdat', be64(MDAT_HEAD_BYTES + dataBytes), sample));
    let left = dataBytes - sample.length;
    for (let index = 0; left > 0; index++) {
      noise.set(be64(index));
      left -= (await file.write(noise, 0, Math.min(left, CHUNK_BYTES))).bytesWritten;
    }
  } finally {
    await file.close();
  }
}
