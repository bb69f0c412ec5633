import { deflateSync } from 'node:zlib';
import { be16, be32, concat, u8, type Bytes, type Part, seededRandom } from '@revera/testkit';
import { apeTag, id3v1 } from '@revera/testkit/label';
import { id3Frame, id3Tag, mp3Frame, synchsafe, buildAac } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { readDamaged, readItems, readLines } from '../testing/read-media.ts';
import { readAac } from './aac.ts';
import { readId3 } from './id3.ts';
import { MediaSource } from './media-source.ts';
import { MetadataSink } from './metadata-sink.ts';
import { readMp3 } from './mp3.ts';

const LABEL = '{"Label":"1"}';
const LINE = `ID3v2/TXXX AIGC = ${LABEL}`;
const latin = (...parts: Part[]): Bytes => concat(u8(0), ...parts);
const audio = concat(mp3Frame(), mp3Frame());

function tag(major: number, body: Uint8Array, flags = 0): Bytes {
  return concat('ID3', u8(major, 0, flags), synchsafe(body.length), body);
}

function frame23(id: string, data: Uint8Array, flags = 0): Bytes {
  return concat(id, be32(data.length), be16(flags), data);
}

function frame24(id: string, data: Uint8Array, flags = 0): Bytes {
  return concat(id, synchsafe(data.length), be16(flags), data);
}

function unsynchronise(bytes: Uint8Array): Bytes {
  return concat(Array.from(bytes, (byte) => (byte === 0xff ? [byte, 0] : [byte])).flat());
}

const wide = (text: string): Bytes => concat(u8(0xff, 0xfe), Buffer.from(text, 'utf16le'));
const wideBig = (text: string): Bytes => concat(Buffer.from(text, 'utf16le').swap16());
const text = latin('AIGC\0', LABEL);
const picture = frame23('APIC', concat(u8(0xff, 0, 0xff), new Uint8Array(20)));
/** A frame whose length is 128 or more, so that a plain and a syncsafe number differ. */
const long = latin('AIGC\0', `{"Label":"1","ProduceID":"${'x'.repeat(200)}"}`);

describe('readId3', () => {
  it.each<[string, Bytes, string[]]>([
    ['version 2.4', id3Tag(id3Frame('TXXX', concat(u8(3), 'AIGC\0', LABEL))), [LINE]],
    ['version 2.3', tag(3, frame23('TXXX', text)), [LINE]],
    ['version 2.2', tag(2, concat('TXX', u8(0, 0, text.length), text)), [LINE]],
    ['UTF-16', tag(3, frame23('TXXX', concat(u8(1), wide('AIGC\0'), wide(LABEL)))), [LINE]],
    ['UTF-16 with one mark', tag(3, frame23('TXXX', concat(u8(1), u8(0xfe, 0xff), wideBig(`AIGC\0${LABEL}`)))), [LINE]],
    ['UTF-16 without mark', tag(4, frame24('TXXX', concat(u8(2), wideBig(`AIGC\0${LABEL}`)))), [LINE]],
    ['a title', tag(4, frame24('TIT2', concat(u8(3), '标题'))), ['ID3v2 TIT2 = 标题']],
    ['a comment', tag(3, frame23('COMM', latin('eng', 'AIGC\0', LABEL))), [`ID3v2/COMM AIGC = ${LABEL}`]],
    ['a comment of 2.2', tag(2, concat('COM', u8(0, 0, 8), latin('eng', 'a\0bc'))), ['ID3v2/COMM a = bc']],
    ['XMP', tag(3, frame23('PRIV', concat('XMP\0<x/>'))), ['ID3v2/PRIV XMP = <x/>']],
    ['addresses', tag(3, frame23('WOAS', concat('https://a/b\0'))), ['ID3v2 WOAS = https://a/b']],
    [
      'addresses of 2.2',
      tag(2, concat('WAF', u8(0, 0, 3), 'a:b', 'TSS', u8(0, 0, 2), latin('x'))),
      ['ID3v2 WAF = a:b', 'ID3v2 TSS = x'],
    ],
    ['other addresses', tag(3, frame23('WPUB', concat('https://a/b'))), []],
    ['an empty address', tag(3, frame23('WOAF', u8())), ['ID3v2 WOAF = ']],
    [
      'programs',
      tag(3, concat(frame23('TSSE', latin('a')), frame23('TENC', latin('b')))),
      ['ID3v2 TSSE = a', 'ID3v2 TENC = b'],
    ],
    ['another private frame', tag(3, frame23('PRIV', concat('other\0<x/>'))), []],
    ['padding', tag(3, concat(frame23('TXXX', text), new Uint8Array(50))), [LINE]],
    ['behind a picture', tag(3, concat(picture, frame23('TXXX', text))), [LINE]],
    ['extended header of 2.3', tag(3, concat(be32(6), new Uint8Array(6), frame23('TXXX', text)), 0x40), [LINE]],
    ['extended header of 2.4', tag(4, concat(synchsafe(6), u8(1, 0), frame24('TXXX', text)), 0x40), [LINE]],
    ['unsynchronised 2.3', tag(3, unsynchronise(concat(picture, frame23('TXXX', text))), 0x80), [LINE]],
    [
      'unsynchronised frame of 2.4',
      tag(4, frame24('TXXX', unsynchronise(concat(u8(1), wide('AIGC\0'), wide(LABEL))), 2)),
      [LINE],
    ],
    ['compressed 2.3', tag(3, frame23('TXXX', concat(be32(text.length), deflateSync(text)), 0x80)), [LINE]],
    ['compressed 2.4', tag(4, frame24('TXXX', concat(synchsafe(text.length), deflateSync(text)), 0x09)), [LINE]],
    ['grouped 2.4', tag(4, frame24('TXXX', concat(u8(5), text), 0x40)), [LINE]],
    [
      'plain lengths in 2.4',
      tag(4, concat(frame23('TXXX', long), frame23('TXXX', text))),
      [`ID3v2/TXXX AIGC = {"Label":"1","ProduceID":"${'x'.repeat(200)}"}`, LINE],
    ],
    ['no end of the description', tag(3, frame23('TXXX', latin(LABEL))), [`ID3v2/TXXX  = ${LABEL} (damaged)`]],
    ['an unknown coding', tag(3, frame23('TXXX', concat(u8(9), 'AIGC\0', LABEL))), [`${LINE} (damaged)`]],
    ['cut off', tag(3, frame23('TXXX', text)).subarray(0, -2), [`${LINE.slice(0, -2)} (damaged)`]],
  ])('%s', (_, bytes, expected) => {
    expect(readLines(readId3, bytes)).toEqual(expected);
  });

  it('says where a value stands', () => {
    const shifted = concat('xx', tag(3, unsynchronise(concat(picture, frame23('TXXX', text))), 0x80));
    const read = (source: MediaSource, sink: MetadataSink) => readId3(source.within(2, source.size), sink);
    const [item] = readItems(read, shifted).items;
    const start = item?.offset ?? 0;
    expect(Buffer.from(shifted.subarray(start, start + (item?.length ?? 0))).toString()).toBe(LABEL);
  });

  it.each<[string, Bytes, string]>([
    ['an encrypted frame', tag(3, frame23('TXXX', text, 0x40)), 'encrypted'],
    ['a version that does not exist', tag(5, frame23('TXXX', text)), 'unsupported'],
    ['compressed 2.2', tag(2, text, 0x40), 'unsupported'],
    ['something that is no frame', tag(3, concat(frame23('TXXX', text), '\x01bad frame')), 'damaged'],
    ['an extended header that is too long', tag(3, be32(1000, 0, 0), 0x40), 'damaged'],
    ['bad compressed data', tag(3, frame23('TXXX', concat(be32(5), text), 0x80)), 'damaged'],
    ['too short for its flags', tag(4, frame24('TXXX', u8(1), 0x41)), 'damaged'],
    ['a bomb', tag(3, frame23('TXXX', concat(be32(9), deflateSync(new Uint8Array(9_000_000))), 0x80)), 'limit'],
  ])('%s is a problem', (_, bytes, kind) => {
    expect(readItems(readId3, bytes).problems[0]?.kind).toBe(kind);
  });

  it('an address that cannot be read is no problem: no label stands there', () => {
    const frames = concat(frame23('WOAS', concat('a'), 0x40), frame23('TXXX', text));
    expect(readItems(readId3, tag(3, frames))).toMatchObject({ items: [{ key: 'AIGC' }], problems: [] });
  });

  it('answers the length of the tag', () => {
    const length = (bytes: Uint8Array): number => readId3(MediaSource.of(bufferSource(bytes)), new MetadataSink());
    expect(length(concat(tag(3, text), audio))).toBe(10 + text.length);
    expect(length(concat(tag(4, text, 0x10), '3DI', new Uint8Array(7)))).toBe(20 + text.length);
    expect(length(audio)).toBe(0);
    expect(length(concat('ID3', u8(4, 0, 0, 0, 0, 0x80, 0), text))).toBe(0);
  });

  it('stays within its bounds on a tag of very many frames', () => {
    const frames = concat(...Array.from({ length: 70_000 }, () => frame23('TXXX', latin('a\0'))));
    expect(readItems(readId3, tag(3, frames)).problems.at(-1)?.kind).toBe('limit');
  });
});

describe('readMp3', () => {
  const labelled = tag(3, frame23('TXXX', text));
  const footer = (size: number) => concat('3DI', u8(4, 0, 0x10), synchsafe(size));
  const body = frame24('TXXX', text);
  const appended = concat(tag(4, body, 0x10), footer(body.length));

  it.each<[string, Bytes, string[]]>([
    [
      'two tags, one behind the other',
      concat(tag(3, frame23('TIT2', latin('a'))), labelled, audio),
      ['ID3v2 TIT2 = a', LINE],
    ],
    ['APE at the end', concat(audio, apeTag({ AIGC: LABEL, Title: 'b' })), [`APE AIGC = ${LABEL}`, 'APE Title = b']],
    ['APE before ID3v1', concat(labelled, audio, apeTag({ AIGC: LABEL }), id3v1()), [LINE, `APE AIGC = ${LABEL}`]],
    ['an appended tag', concat(audio, appended, id3v1()), [LINE]],
    ['nothing', audio, []],
    ['ID3v1 alone', id3v1(), []],
    ['an APE tag longer than the file', apeTag({ AIGC: LABEL }).subarray(40), []],
  ])('%s', (_, bytes, expected) => {
    expect(readLines(readMp3, bytes)).toEqual(expected);
  });

  it('reports an APE item that reaches past its tag', () => {
    const ape = apeTag({ AIGC: LABEL });
    ape[33] = 0xff;
    const { items, problems } = readItems(readMp3, concat(audio, ape));
    expect(items).toEqual([]);
    expect(problems[0]?.kind).toBe('damaged');
  });

  it('throws nothing on damaged files', () => {
    readDamaged(
      readMp3,
      concat(labelled, tag(4, frame24('COMM', text)), apeTag({ a: 'b', AIGC: LABEL }), id3v1()),
      seededRandom(1),
    );
    readDamaged(readMp3, concat(tag(3, unsynchronise(picture), 0x80), appended), seededRandom(1));
  });
});

describe('readAac', () => {
  it('reads the tag in front', () => {
    expect(readLines(readAac, concat(tag(3, frame23('TXXX', text)), buildAac()))).toEqual([LINE]);
    expect(readLines(readAac, buildAac())).toEqual([]);
  });
});
