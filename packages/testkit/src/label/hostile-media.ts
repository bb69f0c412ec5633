import { be32, be64, concat, copyBytes, fromHex, le32, u8, type Bytes } from '../bytes.ts';
import { mp3Frame, synchsafe } from '../media/audio.ts';
import { box, fullBox } from '../media/bmff.ts';
import { amfProperty, amfString, buildFlv, flvFile, flvTag } from '../media/flv.ts';
import { buildMp3With, id3v2, userText } from '../media/id3v2.ts';
import { ebml } from '../media/matroska.ts';
import { oggPage, vorbisComments } from '../media/ogg.ts';
import { riffChunk } from '../media/riff.ts';
import { buildWavWith } from '../media/riff-edit.ts';
import { buildMkv, ebmlUnknownSize } from '../media/webm.ts';
import { GIB, MIB, repeatBytes, repeatedOpening, zlibBomb } from './bombs.ts';
import { inMovie, inUserData, matroskaTags } from './media-carriers.ts';
import { LABELS } from './payloads.ts';

const U32_MAX = 0xffff_ffff;
const DEPTH = 10_000;
const HEAD_BYTES = 8;
const FILE_TYPE = box('ftyp', 'isom', be32(512), 'isommp42');
const HANDLER = fullBox('hdlr', 0, 0, be32(0), 'mdta', new Uint8Array(13));
const OPUS_HEAD = concat('OpusHead', u8(1, 2), new Uint8Array(9));

/** `moov/udta/meta/udta/meta/…`: containers that readers of metadata walk. */
export function mp4NestedMetadata(): Bytes {
  const nest = new Uint8Array(DEPTH * HEAD_BYTES);
  for (let level = 0; level < DEPTH; level++) {
    const type = level === 0 ? 'moov' : level % 2 === 1 ? 'udta' : 'meta';
    nest.set(concat(be32(nest.length - level * HEAD_BYTES), type), level * HEAD_BYTES);
  }
  return concat(FILE_TYPE, nest);
}

export function mp4ForgedKeyCount(): Bytes {
  return inUserData(
    fullBox('meta', 0, 0, HANDLER, fullBox('keys', 0, 0, be32(U32_MAX), box('mdta', 'AIGC')), box('ilst')),
  );
}

/** Keys whose own size is zero: a reader that adds it up never moves on. */
export function mp4ZeroSizeKeys(): Bytes {
  const keys = fullBox('keys', 0, 0, be32(1000), new Uint8Array(HEAD_BYTES * 8));
  return inUserData(fullBox('meta', 0, 0, HANDLER, keys, box('ilst', new Uint8Array(64))));
}

export function mp4ForgedItemSize(): Bytes {
  const item = concat(be32(U32_MAX), be32(1), box('data', be32(1, 0), 'short'));
  const keys = fullBox('keys', 0, 0, be32(1), box('mdta', 'AIGC'));
  return inUserData(fullBox('meta', 0, 0, HANDLER, keys, box('ilst', item)));
}

export function mp4ManyItems(): Bytes {
  const keys = fullBox('keys', 0, 0, be32(1), box('mdta', 'AIGC'));
  const item = concat(be32(16 + 8 + LABELS.doubao.text.length, 1), box('data', be32(1, 0), LABELS.doubao.text));
  return inMovie(fullBox('meta', 0, 0, HANDLER, keys, box('ilst', repeatBytes(item, 20_000))));
}

export function mp4ManyEmptyBoxes(): Bytes {
  return inMovie(repeatBytes(box('free'), 100_000));
}

/** Every level of unknown size, so that only a count of levels ends the walk. */
export function ebmlNestedUnknownSizes(): Bytes {
  const head = ebml('1a45dfa3', ebml('4282', 'webm'));
  const open = concat(fromHex('1254c367'), u8(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff));
  const tags = concat(...Array.from({ length: DEPTH }, () => open));
  return concat(head, ebmlUnknownSize('18538067', tags));
}

/** SimpleTag inside SimpleTag, which the format allows without a bound. */
export function matroskaNestedTags(): Bytes {
  const head = 10;
  const nest = new Uint8Array(DEPTH * head);
  for (let level = 0; level < DEPTH; level++) {
    const length = be64(nest.length - (level + 1) * head);
    length[0] = 1;
    nest.set(concat(fromHex('67c8'), length), level * head);
  }
  return buildMkv({ before: [ebml('1254c367', ebml('7373', nest))] });
}

export function ebmlForgedSize(): Bytes {
  const forged = concat(fromHex('4487'), u8(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe), 'short');
  const tag = ebml('7373', ebml('67c8', ebml('45a3', 'AIGC'), forged));
  return buildMkv({ before: [ebml('1254c367', tag)] });
}

export function matroskaManyTags(): Bytes {
  const one = matroskaTags(LABELS.doubao.text);
  return buildMkv({ before: Array.from({ length: 5000 }, () => one) });
}

export function ebmlEmptyElements(): Bytes {
  return buildMkv({ before: [repeatBytes(u8(0xec, 0x80), 200_000)] });
}

/** A comment packet that each page continues and no page ends. */
export function oggEndlessPacket(): Bytes {
  const lacing = new Uint8Array(255).fill(255);
  const body = new Uint8Array(255 * 255).fill(0x41);
  const pages = [oggPage({ flags: 2, sequence: 0, lacing: [OPUS_HEAD.length], body: OPUS_HEAD })];
  for (let page = 1; page <= 128; page++)
    pages.push(oggPage({ flags: page === 1 ? 0 : 1, sequence: page, lacing, body }));
  return concat(...pages);
}

/** Pages of no bytes: nothing ever comes, and the page count alone grows. */
export function oggEmptyPages(): Bytes {
  const first = oggPage({ flags: 2, sequence: 0, lacing: [OPUS_HEAD.length], body: OPUS_HEAD });
  const empty = oggPage({ sequence: 1, lacing: new Uint8Array(255), body: new Uint8Array(0) });
  return concat(first, repeatBytes(empty, 10_000));
}

export function opusForgedCommentCount(): Bytes {
  return opusWith(concat('OpusTags', le32(0, U32_MAX), le32(4), 'A=bc'));
}

export function opusForgedCommentLength(): Bytes {
  return opusWith(concat('OpusTags', le32(0, 1, U32_MAX), 'AIGC=short'));
}

export function opusManyEmptyComments(): Bytes {
  return opusWith(concat('OpusTags', vorbisComments(...Array.from({ length: 5000 }, () => ''))));
}

export function flacEmptyBlocks(): Bytes {
  return concat('fLaC', new Uint8Array(38), repeatBytes(u8(1, 0, 0, 0), 100_000));
}

export function id3ForgedTextSize(): Bytes {
  const frame = concat('TXXX', be32(U32_MAX), u8(0, 0), userText('AIGC', LABELS.doubao.text, 'latin1'));
  return concat('ID3', u8(3, 0, 0), synchsafe(frame.length), frame, mp3Frame());
}

export function id3ManyFrames(): Bytes {
  const data = userText('AIGC', '{}', 'latin1');
  return buildMp3With(
    id3v2(
      3,
      Array.from({ length: 50_000 }, () => ({ id: 'TXXX', data })),
    ),
  );
}

/** A compressed ID3v2.4 frame that unpacks to a gibibyte. */
export function id3CompressedBomb(): Bytes {
  const data = concat(synchsafe(0x0fff_ffff), zlibBomb(GIB / MIB));
  const frame = concat('TXXX', synchsafe(data.length), u8(0, 0x09), data);
  return concat('ID3', u8(4, 0, 0), synchsafe(frame.length), frame, mp3Frame());
}

/** Unsynchronised text of nothing but bytes that unsynchronisation doubles. */
export function id3UnsynchronisedText(): Bytes {
  const data = concat(u8(0), 'AIGC\0', new Uint8Array(100_000).fill(0xff));
  return buildMp3With(id3v2(3, [{ id: 'TXXX', data }], { unsynchronised: true }));
}

export function apeForgedCount(): Bytes {
  const end = concat('APETAGEX', le32(2000, 64, U32_MAX, 0, 0, 0));
  return buildMp3With([], concat(le32(U32_MAX, 0), 'AIGC\0', new Uint8Array(19), end));
}

export function flvNestedObjects(): Bytes {
  const open = amfProperty('a', u8(3));
  return buildFlv([amfProperty('AIGC', u8(3), ...Array.from({ length: DEPTH }, () => open))]);
}

export function flvForgedArray(): Bytes {
  const data = concat(amfString('onMetaData'), u8(8), be32(U32_MAX), amfProperty('AIGC', u8(10), be32(U32_MAX)));
  return flvFile(flvTag(18, data));
}

export function flvForgedLongString(): Bytes {
  return buildFlv([amfProperty('AIGC', u8(12), be32(U32_MAX), 'short')]);
}

/** Tags of no bytes whose sizes are right. */
export function flvEmptyTags(): Bytes {
  const empty = flvTag(18, new Uint8Array(0));
  return flvFile(repeatBytes(empty, 50_000));
}

export function wavForgedChunk(): Bytes {
  const wav = copyBytes(buildWavWith([riffChunk('AIGC', LABELS.doubao.text)]));
  wav.set(le32(U32_MAX), Buffer.from(wav).indexOf('AIGC') + 4);
  return wav;
}

export function wavManyLabels(): Bytes {
  const chunk = riffChunk('AIGC', LABELS.doubao.text);
  return buildWavWith(Array.from({ length: 10_000 }, () => chunk));
}

/** A chunk of the largest size that is still read, full of beginnings. */
export function wavRepeatedOpening(bytes: number): Bytes {
  return buildWavWith([riffChunk('AIGC', repeatedOpening(bytes))]);
}

function opusWith(tags: Bytes): Bytes {
  const lacing = Uint8Array.from([
    ...Array.from({ length: Math.floor(tags.length / 255) }, () => 255),
    tags.length % 255,
  ]);
  const head = oggPage({ flags: 2, sequence: 0, lacing: [OPUS_HEAD.length], body: OPUS_HEAD });
  return concat(head, oggPage({ sequence: 1, lacing, body: tags }));
}
