import { decode } from 'cbor2';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';

/**
 * Decodes one CBOR item. Maps become `Map`, tags stay tags (no dates, numbers or regular expressions are made of them),
 * a key that stands twice is refused. Fails with DecodeError; `what` names the item.
 */
export function decodeCbor(bytes: Uint8Array, what: string): unknown {
  try {
    return decode(bytes, {
      maxDepth: LIMITS.cborDepth,
      preferMap: true,
      rejectDuplicateKeys: true,
      ignoreGlobalTags: true,
    });
  } catch (cause) {
    throw new DecodeError(`${what} is not well-formed CBOR`, 0, { cause });
  }
}
