import { DecodeError } from '../bytes/decode-error.ts';

/** What a decoder answers, or null where it refuses the bytes. */
export function decodedOrNull<Value>(decode: () => Value): Value | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
