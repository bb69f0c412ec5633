import { concat, be32, flipByte } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { buildJpeg, mediaKinds, type MediaKind } from '@revera/testkit/media';
import { signMediaDetached } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { findManifestStore } from './manifest-store-bytes.ts';
import { findMediaType } from './media-types.ts';
import { sniff } from './sniff.ts';

const FOUND = ['jpeg', 'png', 'webp', 'wav', 'avif', 'heic', 'heif', 'mp4', 'mov', 'm4a'] as const;
const NOT_FOUND = ['gif', 'tiff', 'svg', 'mp3', 'flac', 'jxl'] as const;

function find(bytes: Uint8Array): Uint8Array | null {
  const source = bufferSource(bytes);
  return findManifestStore(source, findMediaType(sniff(source) ?? '')?.media_type ?? '');
}

describe('the place of a manifest store', () => {
  let authority: Authority;
  const signed = (kind: MediaKind, sizeBytes = 0) =>
    signMediaDetached(kind.build(sizeBytes === 0 ? {} : { sizeBytes }), kind.mediaType, { authority });

  beforeAll(async () => {
    authority = await createAuthority();
  });

  it.each(FOUND)('is found in %s', async (kind) => {
    const { asset, manifestStore } = await signed(mediaKinds[kind]);
    expect(Buffer.from(find(asset) ?? [])).toEqual(Buffer.from(manifestStore));
    expect(find(mediaKinds[kind].build())).toBeNull();
  });

  it.each(NOT_FOUND)('is left to the engine in %s', async (kind) => {
    expect(find((await signed(mediaKinds[kind])).asset)).toBeNull();
  });

  it('is found in several segments of a JPEG', async () => {
    const thumbnail = { bytes: buildJpeg({ sizeBytes: 150_000 }), mediaType: 'image/jpeg' };
    const options = { authority, thumbnail };
    const { asset, manifestStore } = await signMediaDetached(buildJpeg(), 'image/jpeg', options);
    expect(Buffer.from(find(asset) ?? [])).toEqual(Buffer.from(manifestStore));
    const second = asset.indexOf(0xeb, asset.indexOf(0xeb) + 60_000);
    expect(find(flipByte(asset, second + 10))).toBeNull();
  });

  it('is not told when there are two, or the file is cut off', async () => {
    const jpeg = (await signed(mediaKinds.jpeg)).asset;
    const start = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xeb]));
    const segment = jpeg.subarray(start, start + 2 + Buffer.from(jpeg).readUInt16BE(start + 2));
    expect(find(concat(jpeg.subarray(0, start), segment, jpeg.subarray(start)))).toBeNull();
    expect(find(jpeg.subarray(0, 1_000))).toBeNull();
    const mp4 = (await signed(mediaKinds.mp4)).asset;
    const at = Buffer.from(mp4).indexOf('uuid') - 4;
    const box = mp4.subarray(at, at + Buffer.from(mp4).readUInt32BE(at));
    expect(find(concat(mp4, box))).toBeNull();
    expect(find(concat(mp4, be32(1_000), 'uuid'))).toBeNull();
    const png = (await signed(mediaKinds.png)).asset;
    const chunk = Buffer.from(png).indexOf('caBX') - 4;
    const caBX = png.subarray(chunk, chunk + 12 + Buffer.from(png).readUInt32BE(chunk));
    expect(find(concat(png.subarray(0, chunk), caBX, png.subarray(chunk)))).toBeNull();
  });

  it('takes Merkle trees for none, and stores in two boxes for unknown', async () => {
    const { asset, manifestStore } = await signed(mediaKinds.mp4);
    const at = Buffer.from(asset).indexOf('uuid') - 4;
    const box = Buffer.from(asset.subarray(at, at + Buffer.from(asset).readUInt32BE(at)));
    const purpose = (name: string) => {
      const copy = Buffer.from(box);
      copy.write(`${name}\0`, box.indexOf('manifest\0'));
      return copy;
    };
    expect(Buffer.from(find(concat(asset, purpose('merkle'))) ?? [])).toEqual(Buffer.from(manifestStore));
    expect(find(concat(asset, purpose('update')))).toBeNull();
  });
});
