import { decodeId3Text, openId3Frame } from '../../media/id3.ts';
import {
  ID3_HEADER_BYTES,
  decodeId3Header,
  listId3Frames,
  openId3Body,
  type Id3Body,
  type Id3Frame,
  type Id3FrameList,
  type Id3Header,
} from '../../media/id3-tag.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { bigEndianBytes, joinBytes } from './number-bytes.ts';
import { isOwnEntry } from './own-entry.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelTest } from './writer.ts';

const FLAGS_AT = 5;
const SIZE_AT = 6;
const EXTENDED_24_CRC = 0x20;
/** Room after the frames of a tag that has to grow: readers look there to tell how 2.4 wrote the last frame's length. */
const PADDING_BYTES = 64;
/** Four times seven bits. */
const MAX_BODY_BYTES = 0x0fff_ffff;

/** A new tag (ID3v2.4) that holds nothing but the label. */
export function newId3Tag(json: string): Uint8Array {
  const body = joinBytes(labelFrame(4, json), new Uint8Array(PADDING_BYTES));
  return joinBytes('ID3', [4, 0, 0], syncsafeBytes(body.length), body);
}

/**
 * Plans one tag's changes: labels are removed, and with `json` a new one is added. The tag keeps its version and, where its
 * padding allows, its length. A tag with nothing else in it is removed.
 * @throws {LabelWriteError} a tag that is damaged, or of a form that is not changed
 */
export function planId3Tag(source: MediaSource, offset: number, json: string | null, isLabel: LabelTest): Splice[] {
  const tag = source.within(offset, source.size - offset);
  const header = decodeId3Header(tag);
  if (header === null) return [];
  if (header.major < 2 || header.major > 4 || header.isCompressed) {
    if (json === null) return [];
    throw notChanged('an unknown version');
  }
  const body = openId3Body(tag, header);
  const list = listId3Frames(body.source, header);
  const dropped = list.frames.filter((frame) => isOwnFrame(body, frame, header, isLabel));
  if (json === null && dropped.length === 0) return [];
  if (!body.isWhole || list.isDamaged || list.end > body.source.size) throw notChanged('damaged frames');
  if (json === null && dropped.length === list.frames.length) {
    return [{ offset, removed: header.length, inserted: new Uint8Array(0) }];
  }
  const frame = json === null ? new Uint8Array(0) : labelFrame(header.major, json);
  const change = { offset, header, body: body.source, list, dropped, frame };
  return header.isUnsynchronised && header.major < 4 ? rebuildTag(change) : editTag(change);
}

interface TagChange {
  /** Offset of the tag in the file. */
  offset: number;
  header: Id3Header;
  body: MediaSource;
  list: Id3FrameList;
  dropped: readonly Id3Frame[];
  /** The new label; empty where none comes. */
  frame: Uint8Array;
}

function notChanged(why: string): LabelWriteError {
  return new LabelWriteError('media_unreadable', `an ID3 tag with ${why} is not changed`);
}

function isOwnFrame(body: Id3Body, frame: Id3Frame, header: Id3Header, isLabel: LabelTest): boolean {
  const isText = frame.id.startsWith('T') || frame.id === 'COM' || frame.id === 'COMM';
  const content = isText ? openId3Frame(body, frame, header) : null;
  if (content === null) return false;
  const { key, bytes, encoding } = decodeId3Text(content);
  return isOwnEntry({ key, bytes, encoding }, isLabel);
}

function labelFrame(major: number, json: string): Uint8Array {
  // ASCII is the same in all codings; UTF-8 exists from 2.4 on.
  const data = joinBytes([major === 4 ? 3 : 0], `AIGC\0${json}`);
  if (major === 2) return joinBytes('TXX', bigEndianBytes(data.length, 3), data);
  return joinBytes('TXXX', major === 4 ? syncsafeBytes(data.length) : bigEndianBytes(data.length, 4), [0, 0], data);
}

/** Changes the frames in place. */
function editTag(change: TagChange): Splice[] {
  const { offset, header, list, dropped, frame } = change;
  const start = offset + ID3_HEADER_BYTES;
  const removals = dropped.map((old) => removal(start + old.start, old.dataStart + old.dataLength - old.start));
  const splices: Splice[] = [...removals];
  if (header.hasExtendedHeader) splices.push(...withoutExtendedHeader(change));
  const freed = splices.reduce((sum, { removed, inserted }) => sum + removed - inserted.length, 0);
  const padding = header.bodyLength - list.end;
  const grown = frame.length - freed;
  const fits = grown <= padding && !header.hasFooter;
  // A tag with a footer has no padding (ID3v2.4 structure §3.3).
  const newPadding = header.hasFooter ? 0 : PADDING_BYTES;
  const rest = fits ? padding - grown : newPadding;
  const behind = joinBytes(frame, new Uint8Array(Math.max(0, rest - padding)));
  splices.push({ offset: start + list.end, removed: Math.max(0, padding - rest), inserted: behind });
  const bodyLength = header.bodyLength + grown + rest - padding;
  if (bodyLength !== header.bodyLength) {
    const size = syncsafeBytes(bodyLength);
    splices.push({ offset: offset + SIZE_AT, removed: 4, inserted: size });
    const footer = start + header.bodyLength;
    if (header.hasFooter) splices.push({ offset: footer + SIZE_AT, removed: 4, inserted: size });
  }
  return splices;
}

/**
 * The extended header of 2.3 states the padding and a checksum, which a change invalidates, and nothing else, so it is
 * removed. That of 2.4 stays unless it has a checksum.
 */
function withoutExtendedHeader({ offset, header: { major }, body, list: { start } }: TagChange): Splice[] {
  if (major === 4) {
    const flags = body.bytes(5, 1, 'ID3 extended header')[0] ?? 0;
    if ((flags & EXTENDED_24_CRC) !== 0) throw notChanged('a checksum');
    return [];
  }
  const noFlags = { offset: offset + FLAGS_AT, removed: 1, inserted: Uint8Array.of(0) };
  return [noFlags, removal(offset + ID3_HEADER_BYTES, start)];
}

/** Rewrites an unsynchronised tag in plain form: 2.2 and 2.3 change the bytes of all frames together. */
function rebuildTag({ offset, header, body, list: { frames }, dropped, frame }: TagChange): Splice[] {
  const gone = new Set(dropped);
  const kept = frames.filter((old) => !gone.has(old));
  const copies = kept.map((old) => body.bytes(old.start, old.dataStart + old.dataLength - old.start, 'ID3 frame'));
  const content = joinBytes(...copies, frame);
  const padded = joinBytes(content, new Uint8Array(Math.max(PADDING_BYTES, header.bodyLength - content.length)));
  const head = joinBytes('ID3', [header.major, 0, 0], syncsafeBytes(padded.length));
  return [{ offset, removed: header.length, inserted: joinBytes(head, padded) }];
}

function removal(offset: number, removed: number): Splice {
  return { offset, removed, inserted: new Uint8Array(0) };
}

function syncsafeBytes(value: number): Uint8Array {
  if (value > MAX_BODY_BYTES) throw new LabelWriteError('no_room', 'the ID3 tag is full');
  return Uint8Array.of((value >>> 21) & 0x7f, (value >>> 14) & 0x7f, (value >>> 7) & 0x7f, value & 0x7f);
}
