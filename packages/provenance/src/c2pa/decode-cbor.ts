import { decode, type ObjectCreator } from 'cbor2';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';

/**
 * Decodes one CBOR item. Maps become `Map`, tags stay tags (no dates, numbers or regular expressions are made of them), a
 * duplicate key is refused. Fails with DecodeError; `what` names the item.
 */
export function decodeCbor(bytes: Uint8Array, what: string): unknown {
  try {
    return decode(bytes, {
      maxDepth: LIMITS.cborDepth,
      createObject: mapOf,
      rejectDuplicateKeys: true,
      ignoreGlobalTags: true,
    });
  } catch (cause) {
    throw new DecodeError(`${what} is not well-formed CBOR`, 0, { cause });
  }
}

/** The decoder compares encoded keys, so it accepts one number twice in two encodings. */
const mapOf: ObjectCreator = (entries) => {
  const map = new Map<unknown, unknown>(entries.map(([key, value]) => [key, value]));
  if (map.size !== entries.length) throw new Error('a key stands twice');
  return map;
};
