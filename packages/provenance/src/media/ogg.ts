import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { FLAC_BLOCK, FLAC_BLOCK_HEADER_BYTES } from './flac.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { decodeOggPage, listOggPieces, oggChecksum, type OggPage } from './ogg-page.ts';
import { readVorbisComments } from './vorbis-comment.ts';

export interface OggCodec {
  name: 'vorbis' | 'opus' | 'flac' | 'speex' | 'theora';
  /** What a stream's first packet begins with. */
  mark: readonly number[];
  /** What stands before the comments in their packet. */
  prefix: readonly number[];
}

const text = (value: string): number[] => Array.from(value, (character) => character.charCodeAt(0));

/** Vorbis I §4.2.1, RFC 7845 §5, RFC 9639 §10.1, the Speex manual §8, Theora §6.1. */
const OGG_CODECS: readonly OggCodec[] = [
  { name: 'vorbis', mark: [1, ...text('vorbis')], prefix: [3, ...text('vorbis')] },
  { name: 'opus', mark: text('OpusHead'), prefix: text('OpusTags') },
  { name: 'flac', mark: [0x7f, ...text('FLAC')], prefix: [] },
  { name: 'speex', mark: text('Speex   '), prefix: [] },
  { name: 'theora', mark: [0x80, ...text('theora')], prefix: [0x81, ...text('theora')] },
];

const MARK_BYTES = 8;
/** Metadata blocks of FLAC in Ogg, one a packet. */
const FLAC_PACKETS = 128;

/** A stream whose headers are being put together. */
interface HeaderStream {
  readonly isDone: boolean;
  take(page: OggPage): void;
}

/**
 * Gives the pages at the file's start to the streams that begin there, until each has its headers. `streams` fills as
 * they are found, so that a failure leaves what was read.
 *
 * @returns false when the file ends before the headers do
 * @throws {DecodeError} no page stands where one must
 */
export function gatherOggHeaders<Stream extends HeaderStream>(
  source: MediaSource,
  streams: Map<number, Stream>,
  open: (codec: OggCodec, page: OggPage) => Stream,
): boolean {
  let isHead = true;
  for (let offset = 0; offset < source.size;) {
    const page = decodeOggPage(source, offset);
    isHead &&= page.isFirst;
    if (isHead) {
      const codec = findOggCodec(source, page);
      if (codec !== null) streams.set(page.serial, open(codec, page));
    } else streams.get(page.serial)?.take(page);
    if (!isHead && [...streams.values()].every(({ isDone }) => isDone)) return true;
    offset += page.length;
  }
  return false;
}

/** Null for a stream of another kind. */
function findOggCodec(source: MediaSource, page: OggPage): OggCodec | null {
  const start = source.upTo(page.bodyOffset, MARK_BYTES, 'Ogg stream');
  return OGG_CODECS.find(({ mark }) => hasBytes(start, 0, mark)) ?? null;
}

/** Ogg: the comment headers of all streams that begin at the file's start. */
export function readOgg(source: MediaSource, sink: MetadataSink): void {
  const streams = new Map<number, HeaderReader>();
  sink.attempt(() => {
    if (gatherOggHeaders(source, streams, (codec) => new HeaderReader(codec, source, sink))) return;
    throw new DecodeError('Ogg headers: not enough bytes', source.fileOffset(source.size));
  });
  for (const stream of streams.values()) stream.finish();
}

interface Part {
  /** In the packet. */
  start: number;
  offset: number;
}

/** Puts the comment packet of one stream together, which may span pages. */
class HeaderReader {
  isDone = false;
  readonly #codec: OggCodec;
  readonly #source: MediaSource;
  readonly #sink: MetadataSink;
  #chunks: Uint8Array[] = [];
  #parts: Part[] = [];
  #size = 0;
  #packets = 0;
  #intact = true;

  constructor(codec: OggCodec, source: MediaSource, sink: MetadataSink) {
    this.#codec = codec;
    this.#source = source;
    this.#sink = sink;
  }

  take(page: OggPage): void {
    if (this.isDone) return;
    const bytes = this.#source.upTo(page.offset, page.length, 'Ogg page');
    this.#intact &&= bytes.length === page.length && oggChecksum(bytes) === page.checksum;
    for (const { start, length, endsPacket } of listOggPieces(page)) {
      if (this.isDone) return;
      this.#add(bytes.subarray(page.bodyOffset - page.offset + start).subarray(0, length), page.bodyOffset + start);
      if (endsPacket && !this.isDone) this.#endPacket();
    }
    // Sound has begun, so no header follows.
    if (!page.isBeforeSound) this.finish();
  }

  /** Reads what is there of a packet that never ended. */
  finish(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.#intact = false;
    if (this.#size > 0) this.#read();
    else this.#sink.problem('damaged', 'Ogg comment header', this.#source.fileOffset(0));
  }

  #add(bytes: Uint8Array, offset: number): void {
    const room = Math.max(0, LIMITS.mediaItemBytes - this.#size);
    if (room < bytes.length) {
      this.#sink.problem('limit', 'Ogg comment header', this.#source.fileOffset(offset));
      this.isDone = true;
    }
    this.#chunks.push(bytes.subarray(0, room));
    this.#parts.push({ start: this.#size, offset });
    this.#size += Math.min(room, bytes.length);
    if (this.isDone) this.#read();
  }

  #endPacket(): void {
    this.#packets += 1;
    const first = this.#chunks.find((chunk) => chunk.length > 0)?.[0] ?? 0;
    this.isDone = this.#codec.name !== 'flac' || first >= 0x80 || this.#packets === FLAC_PACKETS;
    this.#read();
    this.#chunks = [];
    this.#parts = [];
    this.#size = 0;
    this.#intact = true;
  }

  #read(): void {
    const { name, prefix } = this.#codec;
    const packet = new Uint8Array(Buffer.concat(this.#chunks));
    const at = this.#parts[0]?.offset ?? 0;
    const isFlac = name === 'flac';
    if (isFlac && ((packet[0] ?? 0) & 0x7f) !== FLAC_BLOCK.vorbisComment) return;
    const skip = isFlac ? FLAC_BLOCK_HEADER_BYTES : prefix.length;
    if (!isFlac && !hasAscii(packet, 0, String.fromCharCode(...prefix))) {
      this.#sink.problem('damaged', 'Ogg comment header', this.#source.fileOffset(at));
      return;
    }
    const parts = this.#parts;
    const place = (start: number, end: number): { offset: number; length: number } => {
      const offset = this.#fileOffset(parts, start + skip);
      return { offset, length: end > start ? this.#fileOffset(parts, end + skip - 1) + 1 - offset : 0 };
    };
    const comments = this.#source.over(packet.subarray(skip), at);
    const intact = this.#intact;
    this.#sink.attempt(() => readVorbisComments(comments, this.#sink, `Ogg/${name}`, { place, intact }));
    if (!intact) this.#sink.problem('damaged', 'Ogg page: wrong checksum', this.#source.fileOffset(at));
  }

  #fileOffset(parts: readonly Part[], position: number): number {
    const part = parts.findLast(({ start }) => start <= position);
    return this.#source.fileOffset((part?.offset ?? 0) + position - (part?.start ?? 0));
  }
}
