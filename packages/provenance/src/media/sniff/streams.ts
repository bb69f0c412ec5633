import { Cursor } from '../../bytes/cursor.ts';
import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

const EBML_MARK = [0x1a, 0x45, 0xdf, 0xa3];
const DOC_TYPE_ID = 0x4282;
const EBML_HEADER_BYTES = 4096;

/** Matroska and WebM differ by the DocType of their EBML header (RFC 8794 §11.2). */
export function sniffEbml(window: SniffWindow): MediaType | null {
  if (!hasBytes(window.head, 0, EBML_MARK)) return null;
  const start = new Cursor(window.head.subarray(4));
  const length = decodeVint(start, false);
  const header = new Cursor(start.slice(Math.min(length, EBML_HEADER_BYTES, start.remaining), 'EBML header'));
  while (header.remaining > 0) {
    const id = decodeVint(header, true);
    const value = header.slice(decodeVint(header, false), 'EBML element');
    if (id !== DOC_TYPE_ID) continue;
    const docType = String.fromCharCode(...value.subarray(0, 16)).replace(/\0+$/, '');
    if (docType === 'webm') return 'video/webm';
    return docType === 'matroska' ? 'video/x-matroska' : null;
  }
  return null;
}

/** A variable-length integer of EBML; ids keep their length marker, sizes lose it. */
function decodeVint(cursor: Cursor, keepMarker: boolean): number {
  const at = cursor.offset;
  const first = cursor.u8('EBML number');
  const extra = Math.clz32(first) - 24;
  if (extra > 7) throw new DecodeError('EBML number', at);
  let value = keepMarker ? first : first & (0x7f >> extra);
  for (const byte of cursor.slice(extra, 'EBML number')) value = value * 256 + byte;
  return value;
}

/** Version 1, only the audio and video flags, and the header length that version has (Adobe FLV 10.1 §E.2). */
export function sniffFlv(window: SniffWindow): MediaType | null {
  const { head } = window;
  const flags = head[4] ?? 0xff;
  return hasAscii(head, 0, 'FLV\x01') && (flags & 0xfa) === 0 && hasBytes(head, 5, [0, 0, 0, 9]) ? 'video/x-flv' : null;
}

const TS_SYNC = 0x47;
const TS_LAYOUTS = [
  { stride: 188, sync: 0 },
  // Each packet has a four-byte time stamp in front (Blu-ray, AVCHD).
  { stride: 192, sync: 4 },
] as const;
const TS_PACKETS = 5;

/** Five packets in step, or all there are of a short stream, but at least two (ISO/IEC 13818-1 §2.4.3.2). */
export function sniffTransportStream(window: SniffWindow): MediaType | null {
  const { head } = window;
  const found = TS_LAYOUTS.some(({ stride, sync }) => {
    const packets = Math.min(TS_PACKETS, Math.floor(head.length / stride));
    if (packets < 2) return false;
    for (let packet = 0; packet < packets; packet += 1) {
      const at = packet * stride + sync;
      const reservedAdaptation = ((head[at + 3] ?? 0) & 0x30) === 0;
      if (head[at] !== TS_SYNC || reservedAdaptation) return false;
    }
    return true;
  });
  return found ? 'video/mp2t' : null;
}
