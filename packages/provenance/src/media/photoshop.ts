import { hasAscii } from '../bytes/match.ts';
import { addIptcTexts, type IptcPlace } from './iptc.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import type { StoredValue } from './stored-value.ts';

const SEGMENT_MARK = 'Photoshop 3.0\0';
const RESOURCE_MARK = '8BIM';
const IPTC_RESOURCE = 0x0404;
/** Mark and identifier; the name, with its length in front, and the length of the data follow. */
const NAME_AT = 6;
const LENGTH_BYTES = 4;

interface Piece {
  /** In all pieces together. */
  start: number;
  fileOffset: number;
  bytes: Uint8Array;
}

interface Resource {
  id: number;
  data: number;
  length: number;
  end: number;
}

/** Photoshop's image resources in the APP13 segments of a JPEG. A resource may go on in the segments after its own. */
export class PhotoshopSegments {
  readonly #pieces: Piece[] = [];
  readonly #source: MediaSource;
  #length = 0;
  #intact = true;

  constructor(source: MediaSource) {
    this.#source = source;
  }

  /** Remembers a segment that holds image resources; others are skipped. */
  take(offset: number, value: StoredValue): void {
    if (!hasAscii(value.bytes, 0, SEGMENT_MARK)) return;
    const bytes = value.bytes.subarray(SEGMENT_MARK.length);
    const fileOffset = this.#source.fileOffset(offset + SEGMENT_MARK.length);
    this.#pieces.push({ start: this.#length, fileOffset, bytes });
    this.#length += bytes.length;
    this.#intact &&= value.intact;
  }

  /** Adds the IPTC texts of all segments. @throws {LimitError} the file's budget is spent */
  finish(sink: MetadataSink): void {
    const pieces = this.#pieces;
    const [only] = pieces;
    if (only === undefined) return;
    const bytes = pieces.length === 1 ? only.bytes : Buffer.concat(pieces.map((piece) => piece.bytes));
    const place = (start: number, end: number) => {
      const piece = pieces.findLast((one) => one.start <= start) ?? only;
      return { offset: piece.fileOffset + start - piece.start, length: end - start };
    };
    const where = { path: 'APP13/IPTC', place, intact: this.#intact };
    const starts = pieces.map(({ start }) => start);
    sink.attemptAside(() => addResourceTexts(this.#source, sink, bytes, { ...where, starts }));
  }
}

/**
 * Adds the IPTC texts among image resources (Adobe Photoshop File Formats, "Image resource blocks"). `starts`: where the
 * reading may start again when something other than a resource comes in between.
 *
 * @throws {LimitError} the file's budget is spent
 */
export function addResourceTexts(
  source: MediaSource,
  sink: MetadataSink,
  bytes: Uint8Array,
  { starts, path, place, intact = true }: IptcPlace & { starts: readonly number[] },
): void {
  let at = 0;
  let nextStart = 0;
  while (at < bytes.length) {
    source.step('image resource', 0);
    const resource = decodeResource(bytes, at);
    while (nextStart < starts.length && (starts[nextStart] ?? 0) <= at) nextStart += 1;
    if (resource === null) {
      at = starts[nextStart] ?? bytes.length;
      continue;
    }
    const { id, data, length, end } = resource;
    if (id === IPTC_RESOURCE) {
      addIptcTexts(source, sink, bytes.subarray(data, data + length), {
        path,
        place: (from, to) => place(data + from, data + to),
        intact,
      });
    }
    at = end;
  }
}

function decodeResource(bytes: Uint8Array, at: number): Resource | null {
  const nameBytes = bytes[at + NAME_AT];
  if (!hasAscii(bytes, at, RESOURCE_MARK) || nameBytes === undefined) return null;
  // The name with its length, and the data, are padded to an even number of bytes.
  const lengthAt = at + NAME_AT + even(1 + nameBytes);
  const data = lengthAt + LENGTH_BYTES;
  if (data > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getUint32(lengthAt);
  return { id: view.getUint16(at + RESOURCE_MARK.length), data, length, end: data + even(length) };
}

function even(length: number): number {
  return length + (length % 2);
}
