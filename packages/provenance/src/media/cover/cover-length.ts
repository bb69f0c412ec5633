import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';

/** @throws {DecodeError} {LimitError} nothing is left for a picture, or more than a cover may have */
export function checkCoverLength(length: number, offset: number): void {
  if (length < 1) throw new DecodeError('cover: empty', offset);
  if (length > LIMITS.coverBytes) throw new LimitError('cover', offset);
}
