import { be32, concat, flipBit, seededRandom, truncate, u8 } from '@revera/testkit';
import { jxlBrotliBomb } from '@revera/testkit/hostile';
import { box, jxlContainer, mediaKinds } from '@revera/testkit/media';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { readItems } from '../testing/read-media.ts';
import { readJxl } from './jxl.ts';
import type { MetadataFindings } from './metadata-item.ts';

const XMP = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>';
const TIFF = concat('II', u8(42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0));

const read = (file: Uint8Array): MetadataFindings => readItems(readJxl, file);

test('XMP and Exif, plain and compressed; other XML is left alone', () => {
  const exif = concat(be32(0), TIFF);
  const packed = brotliCompressSync(XMP);
  const file = jxlContainer(
    box('xml ', XMP),
    box('xml ', '<svg/>'),
    box('Exif', exif),
    box('brob', 'xml ', packed),
    box('brob', 'Exif', brotliCompressSync(exif)),
    box('brob', 'jumb', 'not looked at'),
    box('jumb', 'not looked at'),
  );
  const { items, problems } = read(file);
  expect(problems).toEqual([]);
  expect(items.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'xmp xml ',
    'exif Exif',
    'xmp brob/xml ',
    'exif brob/Exif',
  ]);
  const [plain, , compressed] = items;
  expect(file.subarray(plain?.offset, (plain?.offset ?? 0) + (plain?.length ?? 0))).toEqual(concat(XMP));
  expect(file.subarray(compressed?.offset, (compressed?.offset ?? 0) + packed.length)).toEqual(concat(packed));
  expect(compressed).toMatchObject({ bytes: Buffer.from(XMP), length: packed.length });
});

test('a bare codestream and an empty container hold nothing', () => {
  expect(read(u8(0xff, 0x0a, 1, 2, 3))).toEqual({ items: [], problems: [] });
  expect(read(mediaKinds.jxl.build())).toEqual({ items: [], problems: [] });
});

test('what does not unpack is damaged, and what unpacks to too much is a limit', () => {
  expect(read(jxlContainer(box('brob', 'xml ', 'junk'))).problems).toMatchObject([{ kind: 'damaged' }]);
  expect(read(jxlContainer(box('brob', 'x'))).problems).toMatchObject([{ kind: 'damaged' }]);
  expect(read(jxlBrotliBomb(LIMITS.mediaItemBytes + 1, 'xml ')).problems).toMatchObject([{ kind: 'limit' }]);
  const large = new Uint8Array(LIMITS.mediaItemBytes + 1);
  expect(read(jxlContainer(box('xml ', large))).problems).toMatchObject([{ kind: 'limit' }]);
});

test('cut at any length and with any bits flipped, a picture gives findings only', () => {
  const file = jxlContainer(box('xml ', XMP), box('Exif', be32(0), TIFF), box('brob', 'xml ', brotliCompressSync(XMP)));
  for (let length = 0; length < file.length; length += 1) read(truncate(file, length));
  const random = seededRandom(35);
  for (let round = 0; round < 2000; round += 1) read(flipBit(file, random.below(file.length), random.below(8)));
});
