import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';

/** One packet with content (ISO/IEC 13818-1 §2.4.3.2). */
export interface TransportPacket {
  pid: number;
  /** A section or an elementary packet begins in it. */
  isStart: boolean;
  payload: Uint8Array;
  /** Of the payload. */
  offset: number;
}

const SYNC = 0x47;
const PACKET_BYTES = 188;
/** With a time stamp in front, as cameras and discs write them. */
const STAMPED_BYTES = 192;
const HEAD_BYTES = 4;

/** The first packets of a stream. Stops where they are out of step. */
export function* packetsIn(source: MediaSource): Generator<TransportPacket> {
  const isStamped = source.bytes(0, 1, 'transport packet')[0] !== SYNC;
  const stride = isStamped ? STAMPED_BYTES : PACKET_BYTES;
  const first = stride - PACKET_BYTES;
  for (let index = 0; index < LAB_LIMITS.transportPackets; index += 1) {
    const at = index * stride + first;
    if (at + PACKET_BYTES > source.size) return;
    source.step('transport packet', at);
    const packet = source.bytes(at, PACKET_BYTES, 'transport packet');
    if (packet[0] !== SYNC) return;
    const control = ((packet[3] ?? 0) >> 4) & 3;
    const skipped = (control & 2) === 0 ? 0 : 1 + (packet[HEAD_BYTES] ?? 0);
    if ((control & 1) === 0 || HEAD_BYTES + skipped >= PACKET_BYTES) continue;
    const start = HEAD_BYTES + skipped;
    yield {
      pid: (((packet[1] ?? 0) & 31) << 8) | (packet[2] ?? 0),
      isStart: ((packet[1] ?? 0) & 0x40) !== 0,
      payload: packet.subarray(start),
      offset: at + start,
    };
  }
}
