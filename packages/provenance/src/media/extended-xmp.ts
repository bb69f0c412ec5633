import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import type { StoredValue } from './stored-value.ts';

const MARK = 'http://ns.adobe.com/xmp/extension/\0';
const GUID_BYTES = 32;
const HEAD_BYTES = MARK.length + GUID_BYTES + 8;

interface Piece {
  /** Where it belongs in the packet. */
  position: number;
  fileOffset: number;
  bytes: Uint8Array;
}

interface Packet {
  fullLength: number;
  pieces: Piece[];
  intact: boolean;
}

/** XMP that is too large for one JPEG segment, in pieces under a common GUID (XMP part 3 §1.1.3.1). */
export class ExtendedXmp {
  readonly #packets = new Map<string, Packet>();
  readonly #source: MediaSource;

  constructor(source: MediaSource) {
    this.#source = source;
  }

  /** False when the segment is something else. */
  take(offset: number, { bytes, intact }: StoredValue): boolean {
    if (!hasAscii(bytes, 0, MARK)) return false;
    const at = this.#source.fileOffset(offset);
    if (bytes.length < HEAD_BYTES) throw new DecodeError('Extended XMP: not enough bytes', at);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const guid = latin1Text(bytes.subarray(MARK.length, MARK.length + GUID_BYTES));
    const fullLength = view.getUint32(MARK.length + GUID_BYTES);
    const position = view.getUint32(MARK.length + GUID_BYTES + 4);
    const packet = this.#packets.get(guid) ?? { fullLength, pieces: [], intact: true };
    if (fullLength > LIMITS.mediaItemBytes) throw new LimitError('Extended XMP', at);
    const piece = bytes.subarray(HEAD_BYTES);
    if (packet.fullLength !== fullLength || position + piece.length > fullLength || !intact) packet.intact = false;
    packet.pieces.push({ position, fileOffset: at + HEAD_BYTES, bytes: piece });
    this.#packets.set(guid, packet);
    return true;
  }

  /** Adds each packet as one item: as far as its pieces follow one another. */
  finish(sink: MetadataSink): void {
    for (const packet of this.#packets.values()) {
      sink.attempt(() => {
        const { offset, bytes, intact } = join(packet);
        sink.add({ kind: 'xmp', path: 'APP1', offset, length: bytes.length, bytes, intact });
      });
    }
  }

  /** The packets, each put together. @throws {DecodeError} the beginning of one is missing */
  packets(): JoinedPacket[] {
    return Array.from(this.#packets.values(), join);
  }
}

interface JoinedPacket {
  offset: number;
  bytes: Uint8Array;
  /** False when pieces are missing or do not fit together. */
  intact: boolean;
}

function join({ pieces, fullLength, intact }: Packet): JoinedPacket {
  const sorted = pieces.toSorted((a, b) => a.position - b.position);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const { position, bytes } of sorted) {
    // A gap ends the packet. A piece that was there already brings nothing new.
    if (position > length) break;
    if (position + bytes.length <= length) continue;
    parts.push(bytes.subarray(length - position));
    length = position + bytes.length;
  }
  const offset = sorted[0]?.fileOffset ?? 0;
  if (length === 0) throw new DecodeError('Extended XMP without its beginning', offset);
  return { offset, bytes: Buffer.concat(parts, length), intact: intact && length === fullLength };
}
