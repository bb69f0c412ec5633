import { CodedError } from '../../shared/coded-error.ts';

export type BlobStoreErrorCode =
  /** There is a blob under this key already. */
  | 'EXISTS'
  /** The file is not, or no longer, what its size and digest say. */
  | 'DIGEST_MISMATCH'
  /** The file to store could not be read. */
  | 'SOURCE_UNREADABLE'
  /** The part that was asked for begins behind the end of the blob. */
  | 'OUT_OF_RANGE'
  /** The disk, or the quota of the bucket, is full. */
  | 'NO_SPACE'
  /** The store cannot be reached or refuses us. After a failed `put` it may, rarely, still have stored the blob. */
  | 'UNAVAILABLE';

/** What the store of signed files could not do. The message names no secret; `cause` says what lay behind it. */
export class BlobStoreError extends CodedError<BlobStoreErrorCode> {
  override readonly name = 'BlobStoreError';
}
