import { be32, concat, le32, u8, type Bytes, type Part } from '@revera/testkit';
import { apeTag, id3v1 } from '@revera/testkit/label';
import {
  buildFlac,
  buildMp3,
  id3Frame,
  id3Tag,
  mp3Frame,
  synchsafe,
  buildAac,
  flacBlock,
  vorbisComments,
} from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../bytes/decode-error.ts';
import { bufferSource } from '../../bytes/random-access.ts';
import { readAac } from '../../media/aac.ts';
import { readFlac } from '../../media/flac.ts';
import { MediaSource } from '../../media/media-source.ts';
import { readMp3 } from '../../media/mp3.ts';
import { readOgg } from '../../media/ogg.ts';
import {
  FLAC_SOUND,
  OPUS_HEAD,
  VORBIS_HEAD,
  buildFlacOf,
  buildOpus,
  buildVorbis,
  oggPage,
  vorbisSetup,
} from '../../testing/audio-files.ts';
import { readItems, readLines } from '../../testing/read-media.ts';
import { decodeLabel } from '../decode-label.ts';
import { writeAac } from './aac.ts';
import { writeFlac } from './flac.ts';
import { writeMp3 } from './mp3.ts';
import { writeOgg } from './ogg.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError, type LabelTest, type LabelWriter } from './writer.ts';

const JSON_TEXT = `{"Label":"1","ContentProducer":"${'a'.repeat(200)}","ProduceID":"new"}`;
const OLD = '{"Label":"1","ContentProducer":"old","ProduceID":"old"}';
const isLabel: LabelTest = (bytes, encoding) =>
  decodeLabel({ bytes, encoding, isNamespaced: false }).kind === 'decoded';

function write(writer: LabelWriter, bytes: Uint8Array): Uint8Array {
  return applySplices(bytes, writer(MediaSource.of(bufferSource(bytes)), JSON_TEXT, isLabel).splices);
}

const audio = concat(mp3Frame(), mp3Frame());
const tag = (major: number, body: Uint8Array, flags = 0): Bytes =>
  concat('ID3', u8(major, 0, flags), synchsafe(body.length), body);
const frame23 = (id: string, ...data: Part[]): Bytes => concat(id, be32(concat(...data).length), u8(0, 0), ...data);
const frame24 = (id: string, ...data: Part[]): Bytes =>
  concat(id, synchsafe(concat(...data).length), u8(0, 0), ...data);
const zero = u8(0);
const title = frame23('TIT2', zero, 'title');
const old = frame23('TXXX', zero, 'aigc\0', OLD);
const LINE = `ID3v2/TXXX AIGC = ${JSON_TEXT}`;

describe('writeMp3', () => {
  it.each<[string, Bytes, string[]]>([
    ['no tag', audio, [LINE]],
    ['version 2.3', concat(tag(3, title), audio), ['ID3v2 TIT2 = title', LINE]],
    ['version 2.4', concat(id3Tag(id3Frame('TIT2', concat(zero, 'title'))), audio), ['ID3v2 TIT2 = title', LINE]],
    ['version 2.2', concat(tag(2, concat('TT2', u8(0, 0, 6), zero, 'title')), audio), ['ID3v2 TT2 = title', LINE]],
    ['an old label', concat(tag(3, concat(old, title)), audio), ['ID3v2 TIT2 = title', LINE]],
    [
      'an empty shell',
      concat(tag(3, concat(frame23('TXXX', zero, 'AIGC\0'), title)), audio),
      ['ID3v2 TIT2 = title', LINE],
    ],
    [
      'a label in a comment',
      concat(tag(3, concat(frame23('COMM', zero, 'engx\0', OLD), title)), audio),
      ['ID3v2 TIT2 = title', LINE],
    ],
    ['a label in a second tag', concat(tag(3, title), tag(3, old), audio), ['ID3v2 TIT2 = title', LINE]],
    [
      'a footer',
      concat(tag(4, frame24('TIT2', zero, 'title'), 0x10), '3DI', u8(4, 0, 0x10), synchsafe(16), audio),
      ['ID3v2 TIT2 = title', LINE],
    ],
    [
      'an extended header of 2.3',
      concat(tag(3, concat(be32(10), u8(0x80, 0), be32(0, 99), title), 0x40), audio),
      ['ID3v2 TIT2 = title', LINE],
    ],
    [
      'an extended header of 2.4',
      concat(tag(4, concat(synchsafe(6), u8(1, 0), frame24('TIT2', zero, 'title')), 0x40), audio),
      ['ID3v2 TIT2 = title', LINE],
    ],
    [
      'unsynchronised 2.3',
      concat(tag(3, concat(frame23('APIC', u8(0xff, 1, 2)).slice(0, 11), u8(0, 1, 2), old, title), 0x80), audio),
      ['ID3v2 TIT2 = title', LINE],
    ],
    [
      'an APE tag with a label',
      concat(audio, apeTag({ Title: 'x', AIGC: OLD, Year: '1' }), id3v1()),
      [LINE, 'APE Title = x', 'APE Year = 1'],
    ],
    [
      'an appended tag with a label',
      concat(audio, tag(4, frame24('TXXX', zero, 'AIGC\0', OLD), 0x10), '3DI', u8(4, 0, 0x10), synchsafe(71)),
      [LINE],
    ],
    ['a file of the test kit', buildMp3(), ['ID3v2 TIT2 = Revera test', LINE]],
  ])('%s', (_, bytes, expected) => {
    const written = write(writeMp3, bytes);
    expect(readItems(readMp3, written).problems).toEqual([]);
    expect(readLines(readMp3, written)).toEqual(expected);
    expect(Buffer.from(written).includes(Buffer.from(audio))).toBe(true);
    expect(readLines(readMp3, write(writeMp3, written))).toEqual(expected);
  });

  it('uses padding and leaves the sound where it is', () => {
    const bytes = concat(tag(3, concat(title, new Uint8Array(1000))), audio);
    const written = write(writeMp3, bytes);
    expect(written).toHaveLength(bytes.length);
    expect(readLines(readMp3, written)).toEqual(['ID3v2 TIT2 = title', LINE]);
  });

  it.each<[string, Bytes]>([
    ['a version that does not exist', concat(tag(5, title), audio)],
    ['something that is no frame', concat(tag(3, concat(title, '\x01bad frame')), audio)],
    ['a tag that is cut off', tag(3, title).subarray(0, -2)],
    ['a checksum in 2.4', concat(tag(4, concat(synchsafe(12), u8(1, 0x20, 5, 0, 0, 0, 0, 0)), 0x40), audio)],
    ['a tag that is full', concat(tag(4, new Uint8Array(0)).subarray(0, 6), u8(0x7f, 0x7f, 0x7f, 0x7f), audio)],
  ])('refuses %s', (_, bytes) => {
    expect(() => write(writeMp3, bytes)).toThrow(LabelWriteError);
  });
});

it('writeAac puts a tag in front', () => {
  const frames = buildAac();
  const written = write(writeAac, frames);
  expect(readLines(readAac, written)).toEqual([LINE]);
  expect(written.subarray(-frames.length)).toEqual(frames);
  expect(readLines(readAac, write(writeAac, written))).toEqual([LINE]);
});

describe('writeFlac', () => {
  const line = `VORBIS_COMMENT AIGC = ${JSON_TEXT}`;

  it.each<[string, Bytes, string[]]>([
    ['no comments', buildFlacOf(), [line]],
    ['no comments before padding', buildFlacOf({ type: 1, content: new Uint8Array(9) }), [line]],
    [
      'comments',
      buildFlacOf({ type: 4, content: vorbisComments('A=1', 'B=2') }),
      ['VORBIS_COMMENT A = 1', 'VORBIS_COMMENT B = 2', line],
    ],
    [
      'old labels',
      buildFlacOf({ type: 4, content: vorbisComments(`aigc=${OLD}`, 'A=1', `other=${OLD}`) }),
      ['VORBIS_COMMENT A = 1', line],
    ],
    ['an empty list', buildFlacOf({ type: 4, content: vorbisComments() }), [line]],
    ['a label in a tag in front', concat(tag(3, old), buildFlacOf()), [line]],
    ['a file of the test kit', buildFlac(), [line]],
  ])('%s', (_, bytes, expected) => {
    const written = write(writeFlac, bytes);
    expect(readItems(readFlac, written).problems).toEqual([]);
    expect(readLines(readFlac, written)).toEqual(expected);
    expect(written.subarray(-FLAC_SOUND.length)).toEqual(bytes.subarray(-FLAC_SOUND.length));
    expect(readLines(readFlac, write(writeFlac, written))).toEqual(expected);
  });

  it('uses padding and leaves the sound where it is', () => {
    const bytes = buildFlacOf({ type: 4, content: vorbisComments('A=1') }, { type: 1, content: new Uint8Array(900) });
    const written = write(writeFlac, bytes);
    expect(written).toHaveLength(bytes.length);
    expect(write(writeFlac, written)).toEqual(written);
  });

  it('refuses what is damaged', () => {
    expect(() => write(writeFlac, concat('fLaC', flacBlock(4, '', true)))).toThrow(LabelWriteError);
    expect(() => write(writeFlac, buildFlacOf({ type: 4, content: le32(9) }))).toThrow(DecodeError);
  });
});

/** Checks that page numbers run on, and every checksum by reading. */
function pageNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  const buffer = Buffer.from(bytes);
  for (let at = buffer.indexOf('OggS'); at !== -1; at = buffer.indexOf('OggS', at + 4)) {
    numbers.push(buffer.readUInt32LE(at + 18));
  }
  return numbers;
}

describe('writeOgg', () => {
  const line = (codec: string): string => `Ogg/${codec} AIGC = ${JSON_TEXT}`;
  const two = concat(
    oggPage([OPUS_HEAD], { sequence: 0, flags: 2, serial: 1 }),
    oggPage([VORBIS_HEAD], { sequence: 0, flags: 2, serial: 2 }),
    oggPage([concat('OpusTags', vorbisComments('A=1'))], { sequence: 1, serial: 1 }),
    oggPage([concat(u8(3), 'vorbis', vorbisComments(`aigc=${OLD}`), u8(1)), vorbisSetup()], { sequence: 1, serial: 2 }),
    oggPage(['x'], { sequence: 2, serial: 1, position: 9 }),
  );
  const flac = concat(
    oggPage([concat(u8(0x7f), 'FLAC', u8(1, 0, 0, 2), 'fLaC', flacBlock(0, new Uint8Array(34)))], {
      sequence: 0,
      flags: 2,
    }),
    oggPage([flacBlock(4, vorbisComments('A=1'))], { sequence: 1 }),
    oggPage([flacBlock(1, 'pad', true)], { sequence: 2 }),
    oggPage(['sound'], { sequence: 3, position: 7 }),
  );
  const apart = concat(
    oggPage([VORBIS_HEAD], { sequence: 0, flags: 2 }),
    oggPage([concat(u8(3), 'vorbis', vorbisComments('A=1'), u8(1))], { sequence: 1 }),
    oggPage([vorbisSetup()], { sequence: 2 }),
    oggPage(['sound'], { sequence: 3, position: 7 }),
  );

  it.each<[string, Bytes, string[]]>([
    ['Opus', buildOpus('A=1'), ['Ogg/opus A = 1', line('opus')]],
    ['Vorbis', buildVorbis('A=1'), ['Ogg/vorbis A = 1', line('vorbis')]],
    ['an old label', buildOpus(`AIGC=${OLD}`, 'A=1'), ['Ogg/opus A = 1', line('opus')]],
    ['headers on pages of their own', apart, ['Ogg/vorbis A = 1', line('vorbis')]],
    ['two streams', two, ['Ogg/opus A = 1', line('opus')]],
    ['FLAC', flac, ['Ogg/flac A = 1', line('flac')]],
  ])('%s', (_, bytes, expected) => {
    const written = write(writeOgg, bytes);
    expect(readItems(readOgg, written).problems).toEqual([]);
    expect(readLines(readOgg, written)).toEqual(expected);
    expect(pageNumbers(written)).toEqual(pageNumbers(bytes));
    expect(write(writeOgg, written)).toEqual(written);
  });

  it('numbers the pages behind anew when the headers need another one', () => {
    const bytes = buildOpus('A=1', `P=${'x'.repeat(64_750)}`);
    const written = write(writeOgg, bytes);
    expect(readItems(readOgg, written).problems).toEqual([]);
    expect(pageNumbers(bytes)).toEqual([0, 1, 2, 3, 4]);
    expect(pageNumbers(written)).toEqual([0, 1, 2, 3, 4, 5]);
    // The reader checks the pages of headers only: these are sound.
    const rest = written.subarray(Buffer.from(written).lastIndexOf('OggS'));
    const again = oggPage([u8(0xfc, 1, 2), new Uint8Array(300).fill(2)], { sequence: 5, position: 2880, flags: 4 });
    expect(rest).toEqual(again);
  });

  it.each<[string, Bytes]>([
    [
      'headers that share a page with sound',
      concat(
        oggPage([OPUS_HEAD], { sequence: 0, flags: 2 }),
        oggPage([concat('OpusTags', vorbisComments()), 'x'], { sequence: 1 }),
      ),
    ],
    ['headers that are cut off', oggPage([OPUS_HEAD], { sequence: 0, flags: 2 })],
    [
      'another packet in the place of comments',
      concat(oggPage([OPUS_HEAD], { sequence: 0, flags: 2 }), oggPage(['x'], { sequence: 1 })),
    ],
    ['no stream that is known', concat(oggPage(['other'], { sequence: 0, flags: 2 }), oggPage(['x'], { sequence: 1 }))],
  ])('refuses %s', (_, bytes) => {
    expect(() => write(writeOgg, bytes)).toThrow(LabelWriteError);
  });
});

it('throws only named errors on damaged files', () => {
  const files: [LabelWriter, Bytes][] = [
    [writeMp3, concat(tag(3, concat(old, title)), audio, apeTag({ AIGC: OLD }))],
    [writeFlac, buildFlacOf({ type: 4, content: vorbisComments(`AIGC=${OLD}`) })],
    [writeOgg, buildVorbis(`AIGC=${OLD}`)],
  ];
  for (const [writer, bytes] of files) {
    for (let at = 0; at < bytes.length; at += 1) {
      for (const damaged of [bytes.subarray(0, at), bytes.with(at, (bytes[at] ?? 0) ^ 0x81)]) {
        try {
          write(writer, damaged);
        } catch (error) {
          expect(error instanceof DecodeError || error instanceof LabelWriteError).toBe(true);
        }
      }
    }
  }
});
