import { concat, le32, u8, type Bytes, type Part, seededRandom } from '@revera/testkit';
import { id3Frame, id3Tag, flacBlock, vorbisComments } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { OPUS_HEAD, VORBIS_HEAD, buildFlacOf, buildOpus, buildVorbis, oggPage } from '../testing/audio-files.ts';
import { readDamaged, readItems, readLines } from '../testing/read-media.ts';
import { readFlac } from './flac.ts';
import { oggChecksum, shiftedChecksum } from './ogg-page.ts';
import { readOgg } from './ogg.ts';

const LABEL = '{"Label":"1"}';
const COMMENT = `AIGC=${LABEL}`;
const LONG = `aigc={"ProduceID":"${'x'.repeat(700)}"}`;

describe('readFlac', () => {
  const comments = { type: 4, content: vorbisComments('TITLE=t', COMMENT, 'without') };

  it.each<[string, Bytes, string[]]>([
    ['comments', buildFlacOf(comments), ['VORBIS_COMMENT TITLE = t', `VORBIS_COMMENT AIGC = ${LABEL}`]],
    [
      'a key as it is stored',
      buildFlacOf({ type: 4, content: vorbisComments('aIgC=x=y') }),
      ['VORBIS_COMMENT aIgC = x=y'],
    ],
    [
      'behind other blocks',
      buildFlacOf({ type: 2, content: 'appl' }, { type: 1, content: new Uint8Array(99) }, comments),
      ['VORBIS_COMMENT TITLE = t', `VORBIS_COMMENT AIGC = ${LABEL}`],
    ],
    [
      'behind a tag',
      concat(id3Tag(id3Frame('TIT2', u8(3, 0x61))), buildFlacOf(comments)),
      ['ID3v2 TIT2 = a', 'VORBIS_COMMENT TITLE = t', `VORBIS_COMMENT AIGC = ${LABEL}`],
    ],
    ['no comments', buildFlacOf(), []],
  ])('%s', (_, bytes, expected) => {
    const { problems } = readItems(readFlac, bytes);
    expect(problems).toEqual([]);
    expect(readLines(readFlac, bytes)).toEqual(expected);
  });

  it.each<[string, Bytes, string[]]>([
    [
      'more comments than there are',
      buildFlacOf({ type: 4, content: lyingCount(3) }),
      [`VORBIS_COMMENT AIGC = ${LABEL}`],
    ],
    [
      'a comment longer than its block',
      buildFlacOf({ type: 4, content: vorbisComments(COMMENT).subarray(0, -1) }),
      [`VORBIS_COMMENT AIGC = ${LABEL.slice(0, -1)} (damaged)`],
    ],
    [
      'a block that reaches past the file',
      concat('fLaC', flacBlock(4, vorbisComments(COMMENT))).subarray(0, -1),
      [`VORBIS_COMMENT AIGC = ${LABEL.slice(0, -1)} (damaged)`],
    ],
    ['a forbidden type', concat('fLaC', flacBlock(127, 'x')), []],
    ['no mark', concat('flac'), []],
    ['a vendor longer than the block', buildFlacOf({ type: 4, content: le32(0xffff_ffff) }), []],
  ])('%s', (_, bytes, expected) => {
    expect(readLines(readFlac, bytes)).toEqual(expected);
    expect(readItems(readFlac, bytes).problems[0]?.kind).toBe('damaged');
  });

  it('throws nothing on damaged files', () => {
    readDamaged(readFlac, buildFlacOf({ type: 2, content: 'appl' }, comments), seededRandom(1));
  });
});

function lyingCount(count: number): Bytes {
  const bytes = vorbisComments(COMMENT);
  // Behind the vendor, whose length is in front of it.
  bytes[4 + (bytes[0] ?? 0)] = count;
  return bytes;
}

/** A packet on pages of one full segment list each. */
function pagedOpus(packet: Part, segments: number): Bytes {
  const bytes = concat(packet);
  const pages: Bytes[] = [];
  for (let at = 0; at <= bytes.length; at += segments * 255) {
    const part = bytes.subarray(at, at + segments * 255);
    const open = part.length === segments * 255;
    const flags = at === 0 ? 0 : 1;
    pages.push(oggPage([part], { sequence: 1 + pages.length, flags, open, position: open ? -1 : 0 }));
  }
  return concat(oggPage([OPUS_HEAD], { sequence: 0, flags: 2 }), ...pages);
}

describe('readOgg', () => {
  const flacPackets = [flacBlock(1, 'padding'), flacBlock(4, vorbisComments(COMMENT), true)];
  const oggFlac = concat(
    oggPage([concat(u8(0x7f), 'FLAC', u8(1, 0, 0, 2), 'fLaC', flacBlock(0, new Uint8Array(34)))], {
      sequence: 0,
      flags: 2,
    }),
    oggPage(flacPackets, { sequence: 1 }),
  );
  const skeleton = oggPage([concat('fishead\0', new Uint8Array(56))], { sequence: 0, flags: 2, serial: 1 });
  const multiplexed = concat(
    skeleton,
    oggPage([VORBIS_HEAD], { sequence: 0, flags: 2, serial: 2 }),
    oggPage([OPUS_HEAD], { sequence: 0, flags: 2, serial: 3 }),
    oggPage([concat(u8(3), 'vorbis', vorbisComments('A=1'), u8(1))], { sequence: 1, serial: 2 }),
    oggPage([concat('OpusTags', vorbisComments('B=2'))], { sequence: 1, serial: 3 }),
  );

  it.each<[string, Bytes, string[]]>([
    ['Opus', buildOpus(COMMENT), [`Ogg/opus AIGC = ${LABEL}`]],
    ['Vorbis', buildVorbis('TITLE=t', COMMENT), ['Ogg/vorbis TITLE = t', `Ogg/vorbis AIGC = ${LABEL}`]],
    ['FLAC', oggFlac, [`Ogg/flac AIGC = ${LABEL}`]],
    [
      'Speex',
      concat(oggPage(['Speex   1.2'], { sequence: 0, flags: 2 }), oggPage([vorbisComments(COMMENT)], { sequence: 1 })),
      [`Ogg/speex AIGC = ${LABEL}`],
    ],
    ['several streams', multiplexed, ['Ogg/vorbis A = 1', 'Ogg/opus B = 2']],
    [
      'a packet over pages',
      pagedOpus(concat('OpusTags', vorbisComments(LONG)), 1),
      [`Ogg/opus ${LONG.replace('=', ' = ')}`],
    ],
  ])('%s', (_, bytes, expected) => {
    expect(readItems(readOgg, bytes).problems).toEqual([]);
    expect(readLines(readOgg, bytes)).toEqual(expected);
  });

  it('says where a value stands, also over a page boundary', () => {
    const bytes = pagedOpus(concat('OpusTags', vorbisComments(LONG)), 1);
    const [item] = readItems(readOgg, bytes).items;
    const stored = Buffer.from(bytes.subarray(item?.offset, (item?.offset ?? 0) + (item?.length ?? 0))).toString(
      'latin1',
    );
    expect(stored.startsWith('{"ProduceID":"xxx')).toBe(true);
    expect(stored.endsWith('x"}')).toBe(true);
  });

  it('reports a wrong checksum and what the page holds', () => {
    const bytes = buildOpus(COMMENT);
    const at = Buffer.from(bytes).indexOf('AIGC');
    bytes[at + 6] = 0x20;
    expect(readLines(readOgg, bytes)[0]).toMatch(/damaged/);
    expect(readItems(readOgg, bytes).problems[0]?.kind).toBe('damaged');
  });

  it.each<[string, Bytes, number]>([
    ['no page behind the first', oggPage([OPUS_HEAD], { sequence: 0, flags: 2 }), 0],
    [
      'sound instead of comments',
      concat(oggPage([OPUS_HEAD], { sequence: 0, flags: 2 }), oggPage(['x'], { sequence: 1, position: 5 })),
      0,
    ],
    ['a packet that never ends', pagedOpus(concat('OpusTags', vorbisComments(COMMENT, LONG)), 1).subarray(0, 700), 2],
    ['no Ogg', concat('OggX', new Uint8Array(40)), 0],
  ])('%s is a problem', (_, bytes, items) => {
    const found = readItems(readOgg, bytes);
    expect(found.problems[0]?.kind).toBe('damaged');
    expect(found.items).toHaveLength(items);
  });

  it('reads a comment packet up to the limit', () => {
    const huge = vorbisComments(COMMENT, concat('PICTURE=', new Uint8Array(LIMITS.mediaItemBytes)));
    const { items, problems } = readItems(readOgg, pagedOpus(concat('OpusTags', huge), 255));
    expect(items[0]?.key).toBe('AIGC');
    expect(problems.map(({ kind }) => kind)).toContain('limit');
  });

  it('throws nothing on damaged files', () => {
    for (const bytes of [buildOpus(COMMENT), buildVorbis(COMMENT), oggFlac, multiplexed])
      readDamaged(readOgg, bytes, seededRandom(1));
  });

  it('changes a checksum without the bytes behind the change', () => {
    const one = oggPage([new Uint8Array(5000).fill(3)], { sequence: 5 });
    const other = oggPage([new Uint8Array(5000).fill(3)], { sequence: 70_000 });
    const number = (page: Bytes): number => new DataView(page.buffer).getUint32(18);
    const change = number(one) ^ number(other);
    expect(shiftedChecksum(oggChecksum(one), change, one.length - 22)).toBe(oggChecksum(other));
  });
});
