import { seededRandom } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bufferSource, openFileSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { openEngineBench } from '../testing/engine-bench.ts';
import { listOf, snapshotOf } from '../testing/trust-snapshots.ts';
import { fileBackedBlob, SourceFileReaderSync } from './file-backed-blob.ts';

const MIB = 1024 * 1024;

describe('a file-backed blob', () => {
  it('gives pieces of a bounded size, and all of a file that is asked for as a whole', () => {
    const size = 2 * LIMITS.enginePieceBytes + 3;
    const blob = fileBackedBlob(bufferSource(new Uint8Array(size)));
    expect(blob.size).toBe(size);
    expect(blob.slice(0, 10).size).toBe(10);
    expect(blob.slice(5, size).size).toBe(LIMITS.enginePieceBytes);
    expect(blob.slice(size - 3, size + 100).size).toBe(3);
    expect(blob.slice(size + 1, size + 2).size).toBe(0);
  });

  it('gives short reads and whole pieces from where they were asked for, in any order', () => {
    const bytes = Uint8Array.from({ length: 3 * LIMITS.enginePieceBytes }, (_, i) => (i * 31 + (i >> 8)) % 251);
    const path = join(mkdtempSync(join(tmpdir(), 'revera-blob-')), 'file');
    writeFileSync(path, bytes);
    const readRange = (range: Blob): ArrayBuffer => new SourceFileReaderSync().readAsArrayBuffer(range);
    for (const source of [openFileSource(path), bufferSource(bytes), bufferSource(Buffer.from(bytes))]) {
      const blob = fileBackedBlob(source);
      const random = seededRandom(3);
      for (let round = 0; round < 500; round++) {
        const start = random.below(bytes.length);
        const end = start + (round % 20 === 0 ? LIMITS.enginePieceBytes : random.below(round % 3 === 0 ? 9_000 : 40));
        expect(Buffer.from(readRange(blob.slice(start, end))).equals(bytes.subarray(start, end))).toBe(true);
      }
      source.close();
    }
  });

  it('lets the engine verify a large file within less memory than two copies of it', async () => {
    const authority = await createAuthority();
    const video = mediaKinds.mp4.build({ sizeBytes: 64 * MIB });
    const signed = await signMedia(video, 'video/mp4', { authority });
    const bench = await openEngineBench({ size: 1, engineMemoryBytes: 96 * MIB });
    const { report, verdict } = await bench.analyzeBytes(signed, snapshotOf(listOf('service', [authority.rootPem])));
    expect(report.c2pa).toMatchObject({ state: 'examined', facts: { validation_state: 'trusted' } });
    expect(verdict.provenance_status).toBe('verified');
    await bench.close();
  });
});
