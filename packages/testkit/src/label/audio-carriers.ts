import { concat, le32, type Bytes, type Part } from '../bytes.ts';
import { buildFlac, flacBlock } from '../media/audio.ts';
import {
  buildMp3With,
  id3Comment,
  id3v2,
  userText,
  type Id3Encoding,
  type Id3Options,
  type Id3Version,
} from '../media/id3v2.ts';
import { buildOggVorbis, buildOpus, vorbisComments } from '../media/ogg.ts';
import type { AigcCarrierCase, AigcCarrierName } from './carrier.ts';

const FLAC_STREAM_INFO_END = 42;
const FLAC_FIRST_BLOCK = 4;
const FLAC_COMMENT = 4;
const APE_VERSION = 2000;
const APE_HEADER_FLAG = 0xa0000000;
const APE_FOOTER_FLAG = 0x80000000;
const APE_ENDS_BYTES = 32;
/** More than a page of Ogg holds (255 segments of 255 bytes). */
const LONG_COMMENT_CHARS = 70_000;
const USER_TEXT = 'UserDefinedText';

/** The ways into MP3, FLAC, Ogg Vorbis and Opus. */
export const audioCarriers: readonly AigcCarrierCase[] = [
  txxx('mp3-txxx-v22', 2, 'latin1'),
  txxx('mp3-txxx-v23', 3, 'latin1'),
  txxx('mp3-txxx-v23-utf16', 3, 'utf16'),
  txxx('mp3-txxx-v23-unsynchronised', 3, 'utf16', { unsynchronised: true }),
  txxx('mp3-txxx-v23-extended-header', 3, 'latin1', { extendedHeader: true }),
  txxx('mp3-txxx-v24', 4, 'utf8'),
  txxx('mp3-txxx-v24-utf16be', 4, 'utf16be'),
  txxx('mp3-txxx-v24-unsynchronised', 4, 'utf16', { unsynchronised: true }),
  txxx('mp3-txxx-v24-extended-header', 4, 'utf8', { extendedHeader: true }),
  mp3('mp3-comment', 'id3_comment', (text) => {
    return buildMp3With(id3v2(3, [{ id: 'COMM', data: id3Comment('AIGC', text, 'latin1') }]));
  }),
  { ...mp3('mp3-ape', 'ape_tag', (text) => buildMp3With([], apeTag({ AIGC: text }))), exiftool: 'Aigc' },
  {
    ...mp3('mp3-ape-before-id3v1', 'ape_tag', (text) => buildMp3With([], concat(apeTag({ AIGC: text }), id3v1()))),
    exiftool: 'Aigc',
  },
  ...vorbis('flac', 'audio/flac', 'flac', (comments) => flacWith(comments)),
  ...vorbis('ogg', 'audio/ogg', 'ogg', (comments) => buildOggVorbis({ comments })),
  ...vorbis('opus', 'audio/ogg', 'opus', (comments) => buildOpus({ comments })),
  {
    id: 'ogg-vorbis-two-pages',
    mediaType: 'audio/ogg',
    extension: 'ogg',
    carrier: 'vorbis_comment',
    placement: 'standard',
    exiftool: 'Aigc',
    build: (text) => buildOggVorbis({ comments: [`NOTE=${'n'.repeat(LONG_COMMENT_CHARS)}`, `AIGC=${text}`] }),
  },
];

/** An APEv2 tag with header and footer. */
export function apeTag(items: Readonly<Record<string, Part>>): Bytes {
  const list = Object.entries(items).map(([key, content]) => {
    const value = concat(content);
    return concat(le32(value.length, 0), key, '\0', value);
  });
  const body = concat(...list);
  const end = (flags: number): Bytes =>
    concat('APETAGEX', le32(APE_VERSION, body.length + APE_ENDS_BYTES, list.length, flags, 0, 0));
  return concat(end(APE_HEADER_FLAG), body, end(APE_FOOTER_FLAG));
}

/** `buildFlac` with a VORBIS_COMMENT block after STREAMINFO. */
export function flacWith(comments: readonly string[]): Bytes {
  const flac = buildFlac();
  const block = flacBlock(FLAC_COMMENT, vorbisComments(...comments), true);
  const info = concat(flac.subarray(0, FLAC_STREAM_INFO_END));
  info[FLAC_FIRST_BLOCK] = 0;
  return concat(info, block, flac.subarray(FLAC_STREAM_INFO_END));
}

/** ID3v1, which has no room for a label. */
export function id3v1(): Bytes {
  return concat('TAG', 'Revera', new Uint8Array(119));
}

function txxx(id: string, version: Id3Version, encoding: Id3Encoding, options: Id3Options = {}): AigcCarrierCase {
  const name = version === 2 ? 'TXX' : 'TXXX';
  const build = (text: string): Bytes =>
    buildMp3With(id3v2(version, [{ id: name, data: userText('AIGC', text, encoding) }], options));
  const carrier = { ...mp3(id, 'id3_text', build), placement: 'standard' } as const;
  // exiftool 12.57 takes the size of an ID3v2.3 extended header to include itself, and the 2.3 text says it does not.
  const missed = version === 3 && options.extendedHeader === true;
  return missed ? carrier : { ...carrier, exiftool: USER_TEXT, exiftoolPrefix: '(AIGC) ' };
}

function mp3(id: string, carrier: AigcCarrierName, build: (text: string) => Bytes): AigcCarrierCase {
  return { id, mediaType: 'audio/mpeg', extension: 'mp3', carrier, placement: 'other', build };
}

function vorbis(
  prefix: string,
  mediaType: string,
  extension: string,
  build: (comments: readonly string[]) => Bytes,
): AigcCarrierCase[] {
  const base = { mediaType, extension, carrier: 'vorbis_comment', placement: 'standard', exiftool: 'Aigc' } as const;
  return [
    { ...base, id: `${prefix}-comment`, build: (text) => build(['TITLE=Revera', `AIGC=${text}`]) },
    { ...base, id: `${prefix}-comment-lower-case`, build: (text) => build([`aigc=${text}`]) },
  ];
}
