import { latin1Text } from '../../bytes/latin1-text.ts';
import { toHex } from '../../bytes/hex.ts';
import { LAB_LIMITS } from '../limits.ts';

/** One supplemental enhancement message (H.264 annex D, H.265 annex D). */
export interface SeiMessage {
  type: number;
  /** As stated; the payload is what there is of it. */
  size: number;
  payload: Uint8Array;
  truncated: boolean;
}

/** A message of an encoder's own: an identifier and what its owner puts behind it (`user_data_unregistered`). */
export interface UserData {
  uuid: string;
  /** Printable text up to the first zero; empty for binary content. */
  text: string;
}

export const USER_DATA_UNREGISTERED = 5;
const UUID_BYTES = 16;
const STOP_BYTE = 0x80;

/** The messages of one unit, whose header and escapes have been removed. */
export function seiMessages(rbsp: Uint8Array): SeiMessage[] {
  const messages: SeiMessage[] = [];
  let at = 0;
  while (at + 1 < rbsp.length && messages.length < LAB_LIMITS.messages) {
    // The bits that end every unit look like the beginning of a message.
    if (rbsp[at] === STOP_BYTE && at + 1 === rbsp.length) break;
    const type = sumOfBytes(rbsp, at);
    const size = sumOfBytes(rbsp, type.next);
    if (size.next > rbsp.length) break;
    const end = size.next + size.value;
    const payload = rbsp.subarray(size.next, Math.min(end, rbsp.length));
    messages.push({ type: type.value, size: size.value, payload, truncated: end > rbsp.length });
    at = end;
  }
  return messages;
}

/** Null when the content is too short for its identifier. */
export function userData(payload: Uint8Array): UserData | null {
  if (payload.length < UUID_BYTES) return null;
  return { uuid: dashed(toHex(payload.subarray(0, UUID_BYTES))), text: printable(payload.subarray(UUID_BYTES)) };
}

/** A UUID as it is printed. */
export function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Text in ASCII up to the first zero; empty when anything else is among it. */
export function printable(bytes: Uint8Array): string {
  const zero = bytes.indexOf(0);
  const text = latin1Text(bytes.subarray(0, zero === -1 ? bytes.length : zero)).slice(0, LAB_LIMITS.messageTextChars);
  return /^[\x20-\x7e\t\r\n]*$/.test(text) ? text.trim() : '';
}

/** Numbers above 254 are written as bytes of `FF` and a last one, to be added up. */
function sumOfBytes(bytes: Uint8Array, from: number): { value: number; next: number } {
  let at = from;
  let value = 0;
  while (bytes[at] === 0xff) {
    value += 0xff;
    at += 1;
  }
  return { value: value + (bytes[at] ?? 0), next: at + 1 };
}
