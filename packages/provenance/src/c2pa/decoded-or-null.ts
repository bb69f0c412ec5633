import { DecodeError } from '../bytes/decode-error.ts';

/** The decoder's result, or null when it rejects the bytes. */
export function decodedOrNull<Value>(decode: () => Value): Value | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
