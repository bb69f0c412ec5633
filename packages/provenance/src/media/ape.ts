import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

export interface ApeFooter {
  /** 1000 or 2000. */
  version: number;
  count: number;
  /** Items and footer, as stated. */
  size: number;
  hasHeader: boolean;
  /** The whole tag. */
  length: number;
}

export interface ApeItem {
  /** Where the item starts in the tag, and where the next one does. */
  start: number;
  end: number;
  key: string;
  valueStart: number;
  isText: boolean;
}

export const APE_FOOTER_BYTES = 32;
const HAS_HEADER = 0x8000_0000;
const IS_HEADER = 0x2000_0000;
const KEY_BYTES = 255;

/** Null when no APE tag ends here. */
export function decodeApeFooter(source: MediaSource, offset: number): ApeFooter | null {
  const bytes = source.upTo(offset, APE_FOOTER_BYTES, 'APE footer');
  if (bytes.length < APE_FOOTER_BYTES || !hasAscii(bytes, 0, 'APETAGEX')) return null;
  const cursor = source.cursor(offset + 8, APE_FOOTER_BYTES - 8, 'APE footer', { littleEndian: true });
  const version = cursor.u32('APE version');
  const size = cursor.u32('APE size');
  const count = cursor.u32('APE items');
  const flags = cursor.u32('APE flags');
  if ((flags & IS_HEADER) !== 0 || size < APE_FOOTER_BYTES) return null;
  // Version 1 has no header and no flags.
  const hasHeader = version >= 2000 && (flags & HAS_HEADER) !== 0;
  return { version, count, size, hasHeader, length: size + (hasHeader ? APE_FOOTER_BYTES : 0) };
}

/** The items of a tag. @throws {DecodeError} an item reaches past the tag; what was visited before it stands */
export function visitApeItems(tag: MediaSource, footer: ApeFooter, visit: (item: ApeItem) => void): void {
  const end = tag.size - APE_FOOTER_BYTES;
  let start = footer.hasHeader ? APE_FOOTER_BYTES : 0;
  for (let index = 0; index < footer.count && start < end; index += 1) {
    tag.step('APE item', start);
    const cursor = tag.cursor(start, 8, 'APE item', { littleEndian: true });
    const length = cursor.u32('APE value length');
    const flags = cursor.u32('APE item flags');
    const name = tag.upTo(start + 8, KEY_BYTES + 1, 'APE key');
    const keyLength = name.indexOf(0);
    const valueStart = start + 9 + keyLength;
    if (keyLength === -1 || valueStart + length > end) throw new DecodeError('APE item', tag.fileOffset(start));
    const key = String.fromCharCode(...name.subarray(0, keyLength));
    const isText = footer.version < 2000 || (flags & 6) === 0;
    visit({ start, end: valueStart + length, key, valueStart, isText });
    start = valueStart + length;
  }
}

/** Reads an APE tag (version 1 or 2) that fills this source; pictures and other binary items are skipped. */
export function readApe(tag: MediaSource, sink: MetadataSink): void {
  const footer = decodeApeFooter(tag, tag.size - APE_FOOTER_BYTES);
  if (footer === null) return;
  visitApeItems(tag, footer, ({ key, valueStart, end, isText }) => {
    if (!isText) return;
    const length = end - valueStart;
    if (length > LIMITS.mediaItemBytes) {
      sink.problem('limit', 'APE item', tag.fileOffset(valueStart));
      return;
    }
    const bytes = tag.bytes(valueStart, length, 'APE item');
    const offset = tag.fileOffset(valueStart);
    sink.add({ kind: 'entry', path: 'APE', key, offset, length, bytes, encoding: 'utf-8' });
  });
}
