import { flipByte, indexOfBytes, concat, remove, truncate } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { id3Frame, id3Tag, mediaKinds, mp3Frame, type MediaKind, type MediaKindName } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MediaType } from '../media/media-types.ts';
import { sniff } from '../media/sniff.ts';
import { ContentUnreadableError, rememberContent } from './remember-content.ts';

const kinds = Object.entries<MediaKind>(mediaKinds).filter(([name, kind]) => kind.engineSigns && name !== 'pdf');

/** Bytes that may be others in a copy, by the first and the one after the last. */
const OPEN: Partial<Record<MediaKindName, (file: Uint8Array) => [number, number][]>> = {
  gif: () => [[3, 6]],
  webp: () => [[4, 8]],
  wav: () => [[4, 8]],
  avi: () => [[4, 8]],
  tiff: (file) => tiffLinks(file),
  dng: (file) => tiffLinks(file),
  // Flags that have no meaning.
  avif: (file) => locationFlags(file),
  heic: (file) => locationFlags(file),
  heif: (file) => locationFlags(file),
  // The tag is compared by what it says.
  mp3: () => [[0, 32]],
};

/** There the last byte is the credential's. */
const CREDENTIAL_LAST: readonly string[] = ['tiff', 'dng', 'webp', 'wav', 'avi'] satisfies MediaKindName[];

function tiffLinks(file: Uint8Array): [number, number][] {
  const directory = new DataView(file.buffer, file.byteOffset).getUint32(4, true);
  const link = directory + 2 + 12 * new DataView(file.buffer, file.byteOffset).getUint16(directory, true);
  return [
    [4, 8],
    [link, link + 4],
  ];
}

function locationFlags(file: Uint8Array): [number, number][] {
  const table = indexOfBytes(file, 'iloc') + 4;
  return [[table + 1, table + 4]];
}

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

function typeOf(file: Uint8Array): MediaType {
  const type = sniff(bufferSource(file));
  if (type === null) throw new Error('a file of no known type');
  return type;
}

const difference = (before: Uint8Array, after: Uint8Array): string | null =>
  rememberContent(bufferSource(before), typeOf(before))(bufferSource(after));

describe.each(kinds)('a copy of a file: %s', (name, { build, mediaType }) => {
  it('is the same when only a credential was added, replaced or taken away', async () => {
    const file = build({ sizeBytes: 5_000 });
    const once = await signMedia(file, mediaType, { authority });
    const twice = await signMedia(once, mediaType, { authority, title: 'again, and somewhat longer' });
    expect(difference(file, once)).toBeNull();
    expect(difference(once, twice)).toBeNull();
    // In a TIFF what is new is after what was there.
    if (name !== 'tiff' && name !== 'dng') expect(difference(once, file)).toBeNull();
  });

  it('is another one with any byte changed', () => {
    const file = build();
    const open = Object.entries(OPEN).find(([key]) => key === name)?.[1](file) ?? [];
    const check = rememberContent(bufferSource(file), typeOf(file));
    for (let at = 0; at < file.length; at += 1) {
      if (open.some(([start, end]) => start <= at && at < end)) continue;
      expect(check(bufferSource(flipByte(file, at))), `byte ${at}`).not.toBeNull();
    }
  });

  it('is another one when it ends early or a byte is missing', async () => {
    const file = build({ sizeBytes: 5_000 });
    const signed = await signMedia(file, mediaType, { authority });
    expect(difference(file, truncate(signed, file.length - 1))).not.toBeNull();
    const shorter = remove(signed, { start: signed.length - 1, length: 1 });
    if (CREDENTIAL_LAST.includes(name)) expect(difference(file, shorter)).toBeNull();
    else expect(difference(file, shorter)).not.toBeNull();
  });
});

describe('metadata of a tag that is written anew', () => {
  const audio = concat(mp3Frame(), mp3Frame());
  const picture = Buffer.from('the bytes of a picture');
  const cover = id3Frame('APIC', concat([0], 'image/png\0', [3], 'cover\0', picture));
  const title = id3Frame('TIT2', concat([0], 'A title'));

  it('may have another coding', () => {
    const other = id3Frame('TIT2', concat([3], 'A title\0'));
    expect(difference(concat(id3Tag(title, cover), audio), concat(id3Tag(cover, other), audio))).toBeNull();
  });

  it.each([
    ['a text', id3Tag(cover), 'metadata text'],
    ['a picture', id3Tag(title), 'metadata picture'],
    ['the tag', [], 'metadata text'],
  ])('must not lose %s', (_, tag, named) => {
    expect(difference(concat(id3Tag(title, cover), audio), concat(tag, audio))).toBe(named);
  });
});

it('refuses a file whose boxes cannot be followed', () => {
  const file = mediaKinds.mp4.build();
  file.set([0, 0, 0, 7], indexOfBytes(file, 'moov') - 4);
  expect(() => rememberContent(bufferSource(file), 'video/mp4')).toThrow(ContentUnreadableError);
});
