import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import { gatherOggHeaders, type OggCodec } from '../../media/ogg.ts';
import { listOggPieces, type OggPage } from '../../media/ogg-page.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LabelWriteError } from './writer.ts';

/** The header packets after the first of one stream, and the pages that hold only them. */
export interface OggHeaders {
  serial: number;
  codec: OggCodec;
  pages: OggPage[];
  packets: Uint8Array[];
}

/** Header packets after the first; FLAC marks its last one. */
const PACKETS = { vorbis: 2, opus: 1, flac: null, speex: 1, theora: 2 } as const;

/** @throws {LabelWriteError} headers that share a page with sound */
export function readOggHeaders(source: MediaSource): OggHeaders[] {
  const streams = new Map<number, HeaderPackets>();
  gatherOggHeaders(source, streams, (codec, page) => new HeaderPackets(page.serial, codec, source));
  const all = [...streams.values()];
  if (!all.every(({ isDone }) => isDone)) throw new LabelWriteError('media_unreadable', 'Ogg headers are cut off');
  return all;
}

class HeaderPackets implements OggHeaders {
  readonly serial: number;
  readonly codec: OggCodec;
  readonly pages: OggPage[] = [];
  readonly packets: Uint8Array[] = [];
  isDone = false;
  readonly #source: MediaSource;
  #open: Uint8Array[] = [];
  #size = 0;

  constructor(serial: number, codec: OggCodec, source: MediaSource) {
    this.serial = serial;
    this.codec = codec;
    this.#source = source;
  }

  take(page: OggPage): void {
    if (this.isDone) return;
    this.pages.push(page);
    for (const { start, length, endsPacket } of listOggPieces(page)) {
      if (this.isDone) throw new LabelWriteError('media_unreadable', 'Ogg headers share a page with sound');
      this.#open.push(this.#source.bytes(page.bodyOffset + start, length, 'Ogg header').slice());
      this.#size += length;
      if (this.#size > LIMITS.mediaItemBytes) throw new LimitError('Ogg headers', this.#source.fileOffset(page.offset));
      if (!endsPacket) continue;
      this.packets.push(new Uint8Array(Buffer.concat(this.#open)));
      this.#open = [];
      this.isDone = this.#isLastPacket();
    }
  }

  #isLastPacket(): boolean {
    const count = PACKETS[this.codec.name];
    // A metadata block of FLAC has its mark for the last one in its first bit.
    return count === null ? (this.packets.at(-1)?.[0] ?? 0x80) >= 0x80 : this.packets.length === count;
  }
}
