import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { PdfParser } from './parser.ts';

export interface StreamData {
  offset: number;
  bytes: Uint8Array;
  /** False when its length is wrong and its end had to be searched for. */
  intact: boolean;
}

const END = 'endstream';
const SEARCH_PIECE = 64 * 1024;

/** The data of a stream as stored, by its /Length or, when that is wrong, up to `endstream`. */
export function readStreamData(source: MediaSource, offset: number, length: number | null): StreamData {
  if (length !== null && endsAt(source, offset, length)) {
    if (length > LIMITS.mediaItemBytes) throw new LimitError('PDF stream', source.fileOffset(offset));
    return { offset, bytes: source.bytes(offset, length, 'PDF stream'), intact: true };
  }
  const found = findEnd(source, offset);
  if (found === null) throw new DecodeError('PDF stream: no end', source.fileOffset(offset));
  return { offset, bytes: source.bytes(offset, found, 'PDF stream'), intact: false };
}

function endsAt(source: MediaSource, offset: number, length: number): boolean {
  if (length > source.size - offset) return false;
  const parser = new PdfParser(source.upTo(offset + length, 2 + END.length, 'PDF stream end'));
  return parser.takeWord(END);
}

/** How far it is to `endstream`, without the line end in front of it. */
function findEnd(source: MediaSource, start: number): number | null {
  const limit = Math.min(source.size, start + LIMITS.mediaItemBytes);
  for (let at = start; at < limit; at += SEARCH_PIECE) {
    source.step('PDF stream end', at);
    const piece = source.upTo(at, Math.min(SEARCH_PIECE + END.length, limit - at), 'PDF stream end');
    const found = Buffer.from(piece.buffer, piece.byteOffset, piece.length).indexOf(END, 0, 'latin1');
    if (found === -1) continue;
    const tail = source.upTo(Math.max(start, at + found - 2), Math.min(2, at + found - start), 'PDF stream end');
    const lineEnd = tail.at(-1) === 10 ? (tail.at(-2) === 13 ? 2 : 1) : tail.at(-1) === 13 ? 1 : 0;
    return at + found - start - Math.min(lineEnd, tail.length);
  }
  return null;
}
