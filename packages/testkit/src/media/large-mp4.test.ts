import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeWithFfmpeg, hasOracleTool } from '../oracle/tool-oracle.ts';
import { largeMp4Frame } from './bmff.ts';
import { writeLargeMp4 } from './large-mp4.ts';

const SIZE_BYTES = 3_000_001;

describe('writeLargeMp4', () => {
  it('writes exactly the size wanted, the same every time, no two mebibytes alike', async () => {
    await inFolder(async (folder) => {
      const [first, second] = [join(folder, 'a.mp4'), join(folder, 'b.mp4')];
      await writeLargeMp4(first, SIZE_BYTES);
      await writeLargeMp4(second, SIZE_BYTES);
      expect((await stat(first)).size).toBe(SIZE_BYTES);
      const bytes = await readFile(first);
      expect(bytes.equals(await readFile(second))).toBe(true);
      const { head, sample } = largeMp4Frame();
      const [noise, pieceBytes] = [head.length + 16 + sample.length, 1024 * 1024];
      const piece = (index: number) => bytes.subarray(noise + index * pieceBytes, noise + (index + 1) * pieceBytes);
      expect(piece(0)).toHaveLength(pieceBytes);
      expect(piece(0).equals(piece(1))).toBe(false);
      if (hasOracleTool('ffmpeg')) await decodeWithFfmpeg(bytes, 'mp4');
    });
  });

  it('refuses a size that holds no film', async () => {
    await expect(writeLargeMp4(join(tmpdir(), 'never-written.mp4'), 100)).rejects.toThrow(RangeError);
  });
});

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-large-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
