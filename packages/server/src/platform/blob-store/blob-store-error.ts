import { CodedError } from '../../shared/coded-error.ts';

export type BlobStoreErrorCode =
  /** A blob with this key already exists. */
  | 'EXISTS'
  /** The file does not, or no longer, match its size and digest. */
  | 'DIGEST_MISMATCH'
  /** The file to store could not be read. */
  | 'SOURCE_UNREADABLE'
  /** The requested part begins after the end of the blob. */
  | 'OUT_OF_RANGE'
  /** The disk, or the quota of the bucket, is full. */
  | 'NO_SPACE'
  /** The store cannot be reached or refuses us. After a failed `put` it may, rarely, still have stored the blob. */
  | 'UNAVAILABLE';

/** An operation that the store of signed files could not do. The message names no secret; `cause` is the underlying error. */
export class BlobStoreError extends CodedError<BlobStoreErrorCode> {
  override readonly name = 'BlobStoreError';
}
