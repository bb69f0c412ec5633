import { deflateSync } from 'node:zlib';
import { concat, seededRandom, u8, type Bytes } from '@revera/testkit';
import { buildPng, exifBlock, imageResource, iptcRecord, rawProfile } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readPng } from './png.ts';

const EXIF = exifBlock({ imageDescription: 'a picture' });
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
const RECORD = iptcRecord(['2:110', 'a credit']);

function textChunk(keyword: string, text: Uint8Array) {
  return { type: 'tEXt', data: concat(keyword, '\0', text) };
}

/** Kind, path, key and text of what is found beside the text itself. */
function profileRows(...chunks: { type: string; data: Bytes }[]): unknown[] {
  return itemRows(readPng, buildPng({ chunks })).filter(([kind, path]) => kind !== 'entry' || path?.includes('/'));
}

const EXIF_ROWS = [
  ['exif', 'tEXt/Raw profile', null, new TextDecoder().decode(EXIF)],
  ['entry', 'tEXt/Raw profile/IFD0', 'ImageDescription', 'a picture'],
];
const XMP_ROWS = [['xmp', 'tEXt/Raw profile', null, XMP]];
const IPTC_ROWS = [['entry', 'tEXt/IPTC', '2:110', 'a credit']];

describe('raw profiles of a PNG', () => {
  it.each([
    ['exif', concat('Exif\0\0', EXIF), EXIF_ROWS],
    ['exif', EXIF, EXIF_ROWS],
    ['APP1', concat('Exif\0\0', EXIF), EXIF_ROWS],
    ['APP1', concat('http://ns.adobe.com/xap/1.0/\0', XMP), XMP_ROWS],
    ['xmp', concat(XMP), XMP_ROWS],
    ['iptc', RECORD, IPTC_ROWS],
    ['iptc', imageResource(0x0404, RECORD), IPTC_ROWS],
    ['icc', EXIF, []],
    ['xmp', concat('no markup'), []],
    ['exif', u8(), []],
  ])('%s', (name, data, expected) => {
    expect(profileRows(textChunk(`Raw profile type ${name}`, rawProfile(name, data)))).toEqual(expected);
  });

  it('stand beside the text, which is given as before', () => {
    const text = rawProfile('xmp', concat(XMP));
    const data = concat('Raw profile type xmp\0\0', deflateSync(text));
    const { items, problems } = readItems(readPng, buildPng({ chunks: [{ type: 'zTXt', data }] }));
    expect(problems).toEqual([]);
    expect(items).toMatchObject([
      { kind: 'entry', path: 'zTXt', key: 'Raw profile type xmp', bytes: Buffer.from(text) },
      { kind: 'xmp', path: 'zTXt/Raw profile', intact: true },
    ]);
    // Where the text stands, compressed: the packet has no place of its own.
    const [entry, packet] = items;
    expect([packet?.offset, packet?.length]).toEqual([entry?.offset, entry?.length]);
  });

  it('of another length than they say are damaged, and without a head none', () => {
    const text = new TextDecoder().decode(rawProfile('xmp', concat(XMP)));
    const found = (changed: string) =>
      readItems(readPng, buildPng({ chunks: [textChunk('Raw profile type xmp', concat(changed))] }));
    expect(found(text.replace('37\n', '38\n')).items).toMatchObject([{}, { kind: 'xmp', intact: false }]);
    expect(found(text.replace('37\n', 'many\n')).items).toHaveLength(1);
    expect(found(text.slice(1)).items).toHaveLength(1);
    expect(found(text.replace(/3c/, '3czz')).items).toHaveLength(2);
  });

  it('throw nothing when they are damaged', () => {
    const chunks = ['exif', 'xmp', 'iptc'].map((name, index) => {
      const data = [EXIF, concat(XMP), imageResource(0x0404, RECORD)][index] ?? u8();
      return textChunk(`Raw profile type ${name}`, rawProfile(name, data));
    });
    for (const copy of damagedCopies(buildPng({ chunks }), seededRandom(3)))
      expect(readItems(readPng, copy)).toBeDefined();
  });
});
