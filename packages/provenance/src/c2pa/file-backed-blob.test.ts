import { createAuthority } from '@revera/testkit/authorities';
import { mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { openEngineBench } from '../testing/engine-bench.ts';
import { listOf, snapshotOf } from '../testing/trust-snapshots.ts';
import { fileBackedBlob } from './file-backed-blob.ts';

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
