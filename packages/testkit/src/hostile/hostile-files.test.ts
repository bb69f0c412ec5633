import { describe, expect, it } from 'vitest';
import { indexOfBytes, type Bytes } from '../bytes.ts';
import { createAuthority } from '../authorities/certificate-authority.ts';
import { mediaKinds } from '../media/media-kinds.ts';
import { readMedia } from '../sign/read-media.ts';
import { signMediaDetached } from '../sign/sign-media.ts';
import { hasOracleTool, readWithExiftool } from '../oracle/tool-oracle.ts';
import { ATTACK, hostileFiles } from './hostile-files.ts';
import * as hostile from './hostile-files.ts';

describe('hostile files', () => {
  it('nest as deep as they say', () => {
    expect(nestingDepth(hostile.nestedBoxes(500), 'moov')).toBe(500);
    expect(nestingDepth(hostile.nestedJumbf(500), 'jumb')).toBe(500);
    expect(occurrences(hostileFiles.mp4NestedBoxes.build(), 'moov')).toBe(ATTACK.recursionDepth);
    expect(occurrences(hostileFiles.pngJumbf33Deep.build(), 'jumb')).toBe(ATTACK.jumbfDepthAboveLimit);
    expect(occurrences(hostileFiles.riffNestedLists.build(), 'LIST')).toBe(ATTACK.recursionDepth);
  });

  it('have as many pieces, chunks and stores as they say', () => {
    expect(occurrences(hostileFiles.jpegManyPieces.build(), '\u00ff\u00eb')).toBe(ATTACK.jpegSegments);
    expect(occurrences(hostileFiles.jpegManyBoxes.build(), '\u00ff\u00eb')).toBe(ATTACK.jpegSegments);
    expect(occurrences(hostileFiles.pngManyStores.build(), 'caBX')).toBe(ATTACK.pngChunks);
    expect(occurrences(hostileFiles.pngTwoStores.build(), 'caBX')).toBe(2);
    const late = hostileFiles.pngLateStore.build();
    expect(indexOfBytes(late, 'caBX')).toBeGreaterThan(indexOfBytes(late, 'IDAT'));
    expect(hostileFiles.pngOversizedStore.build().length).toBeGreaterThan(ATTACK.oversizedStoreBytes);
  });

  it.each([
    ['png', hostile.pngWithManifestStores, []],
    ['jpeg', hostile.jpegWithManifestStores, []],
    ['mp4', hostile.mp4WithManifestStores, ['assertion.bmffHash.mismatch']],
  ] as const)('embed a store in %s where the engine finds it', async (kind, embed, failures) => {
    const authority = await createAuthority();
    const { build, mediaType } = mediaKinds[kind];
    const { manifestStore } = await signMediaDetached(build(), mediaType, { authority });
    expect(await readMedia(embed([manifestStore]), mediaType, authority.rootPem)).toMatchObject({ failures });
  });

  it('give the engine a claim to read, which it refuses', async () => {
    const store = hostile.manifestStoreWithClaim(hostile.cborBombs.hugeArray());
    const reading = readMedia(hostile.pngWithManifestStores([store]), 'image/png');
    await expect(reading).rejects.not.toThrow('JumbfNotFound');
  });

  it.skipIf(!hasOracleTool('exiftool'))('are what exiftool warns of', async () => {
    for (const name of ['id3ForgedTagSize', 'tiffSelfReference', 'pngForgedChunkLength'] as const) {
      const { build, extension } = hostileFiles[name];
      const tags = await readWithExiftool(build(), extension);
      expect('Warning' in tags || 'Error' in tags, name).toBe(true);
    }
  });
});

/** Follows each box into the box of the same type that ends with it. */
function nestingDepth(bytes: Bytes, type: string): number {
  const first = indexOfBytes(bytes, type);
  const sizeAt = (at: number): number => new DataView(bytes.buffer).getUint32(at);
  let depth = 0;
  for (let at = first; at >= 0; at = indexOfBytes(bytes, type, at + 4)) {
    if (at - 4 + sizeAt(at - 4) !== bytes.length) return -1;
    depth++;
  }
  return depth;
}

function occurrences(bytes: Bytes, latin1: string): number {
  return Buffer.from(bytes).toString('latin1').split(latin1).length - 1;
}
