import { hasAscii } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { APE_FOOTER_BYTES, decodeApeFooter } from './ape.ts';
import { ID3_HEADER_BYTES, decodeId3Header } from './id3-tag.ts';
import type { MediaSource } from './media-source.ts';

export interface AudioTag {
  kind: 'id3' | 'ape';
  offset: number;
  length: number;
}

const ID3V1_BYTES = 128;

/** ID3v2 tags one after another at the start. */
export function findHeadTags(source: MediaSource): AudioTag[] {
  const tags: AudioTag[] = [];
  let offset = 0;
  while (tags.length < LIMITS.sniffSkips) {
    const header = decodeId3Header(source, offset);
    if (header === null) break;
    tags.push({ kind: 'id3', offset, length: header.length });
    offset += header.length;
  }
  return tags;
}

/** Tags at the end, the last one first: APE and appended ID3v2.4, after which an ID3v1 tag may stand. */
export function findTailTags(source: MediaSource, start: number): AudioTag[] {
  const tags: AudioTag[] = [];
  let end = source.size;
  if (end - start >= ID3V1_BYTES && hasAscii(source.bytes(end - ID3V1_BYTES, 3, 'ID3v1 tag'), 0, 'TAG')) {
    end -= ID3V1_BYTES;
  }
  while (tags.length < LIMITS.sniffSkips) {
    const tag = apeTagBefore(source, end) ?? id3TagBefore(source, end);
    if (tag === null || tag.offset < start) break;
    tags.push(tag);
    end = tag.offset;
  }
  return tags;
}

function apeTagBefore(source: MediaSource, end: number): AudioTag | null {
  if (end < APE_FOOTER_BYTES) return null;
  const footer = decodeApeFooter(source, end - APE_FOOTER_BYTES);
  if (footer === null) return null;
  return { kind: 'ape', offset: end - footer.length, length: footer.length };
}

/** An appended tag has a copy of its header, with the mark turned around, at its end (ID3v2.4 structure §3.4). */
function id3TagBefore(source: MediaSource, end: number): AudioTag | null {
  if (end < 2 * ID3_HEADER_BYTES) return null;
  const footer = source.bytes(end - ID3_HEADER_BYTES, ID3_HEADER_BYTES, 'ID3 footer');
  if (!hasAscii(footer, 0, '3DI')) return null;
  const size = footer.subarray(6).reduce((sum, byte) => sum * 0x80 + (byte & 0x7f), 0);
  const offset = end - size - 2 * ID3_HEADER_BYTES;
  if (offset < 0) return null;
  const header = decodeId3Header(source, offset);
  return header?.length === end - offset ? { kind: 'id3', offset, length: header.length } : null;
}
