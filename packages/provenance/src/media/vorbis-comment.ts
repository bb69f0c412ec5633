import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { decodeItemText } from './text-decoding.ts';

/** One `KEY=value` of a Vorbis comment header (Vorbis I §5; RFC 7845 §5.2; RFC 9639 §8.6). */
export interface VorbisComment {
  /** Where its length field stands, and where the next one does. */
  start: number;
  end: number;
  /** Null when there is no `=`, or it is too long to be read. */
  key: string | null;
  valueStart: number;
}

export interface VorbisLayout {
  /** Where the number of comments stands. */
  countAt: number;
  count: number;
}

/** Where bytes of a comment header are in the file; the pages of Ogg cut it into pieces. */
export type Place = (start: number, end: number) => { offset: number; length: number };

export interface VorbisSource {
  place: Place;
  /** False when the structure around the header is damaged. */
  intact: boolean;
}

const KEY_BYTES = 256;
const EQUALS = 0x3d;

/**
 * Steps through a comment header that starts at the source's first byte.
 * @throws {DecodeError} cut off; the comments before that have been visited
 */
export function visitVorbisComments(source: MediaSource, visit: (comment: VorbisComment) => void): VorbisLayout {
  const countAt = 4 + readLength(source, 0);
  const count = readLength(source, countAt);
  let start = countAt + 4;
  for (let index = 0; index < count; index += 1) {
    source.step('Vorbis comment', start);
    const length = readLength(source, start);
    const end = start + 4 + length;
    const head = source.upTo(start + 4, Math.min(length, KEY_BYTES), 'Vorbis comment');
    const equals = head.indexOf(EQUALS);
    const key = equals === -1 ? null : decodeItemText(head.subarray(0, equals), 'utf-8');
    visit({ start, end, key, valueStart: start + 4 + equals + 1 });
    if (end > source.size) throw new DecodeError('Vorbis comment: not enough bytes', source.fileOffset(start));
    start = end;
  }
  return { countAt, count };
}

/** Reads a comment header: one entry for each comment, with its key as stored. */
export function readVorbisComments(source: MediaSource, sink: MetadataSink, path: string, from?: VorbisSource): void {
  const { place, intact } = from ?? {
    place: (start, end) => ({ offset: source.fileOffset(start), length: end - start }),
    intact: true,
  };
  visitVorbisComments(source, ({ key, valueStart, end }) => {
    if (key === null) return;
    // Comments hold pictures too.
    if (end - valueStart > LIMITS.mediaItemBytes) {
      sink.problem('limit', 'Vorbis comment', place(valueStart, valueStart).offset);
      return;
    }
    const isCut = end > source.size;
    const bytes = source.upTo(valueStart, end - valueStart, 'Vorbis comment');
    const where = place(valueStart, valueStart + bytes.length);
    sink.add({ kind: 'entry', path, key, ...where, bytes, encoding: 'utf-8', intact: intact && !isCut });
  });
}

function readLength(source: MediaSource, at: number): number {
  return source.cursor(at, 4, 'Vorbis comment length', { littleEndian: true }).u32('Vorbis comment length');
}
