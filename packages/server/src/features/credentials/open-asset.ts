import type { Readable } from 'node:stream';
import type { ByteRange } from '../../http/byte-range.ts';
import { checkedBody } from '../../platform/blob-store.ts';
import { fileExtension } from '../../platform/media-types.ts';
import { AppError } from '../../shared/app-error.ts';
import type { CredentialRow, OwnedCredential } from './queries.ts';
import type { CredentialServices } from './services.ts';

/**
 * Opens the signed file. It is the organization's own, but made from somebody's upload: it is always a download and never shown
 * in the page that links to it.
 *
 * @throws {AppError} NOT_FOUND with status 410 when the file is no longer kept
 */
export async function openAsset(
  { blobs }: Pick<CredentialServices, 'blobs'>,
  row: CredentialRow,
  range: ByteRange | undefined,
): Promise<Readable> {
  const body = await blobs.get(row.asset_key, range);
  if (body === undefined) throw assetGone();
  // A part cannot be checked against the digest of the whole.
  return range === undefined ? checkedBody(body, { sizeBytes: row.asset_size, sha256: row.sha256 }) : body;
}

/**
 * For answers that need no bytes of it.
 * @throws {AppError} NOT_FOUND with status 410 when the file is no longer kept
 */
export async function requireAsset({ blobs }: Pick<CredentialServices, 'blobs'>, row: OwnedCredential): Promise<void> {
  if ((await blobs.stat(row.asset_key)) === undefined) throw assetGone();
}

/** The file existed, and is gone for good. */
export function assetGone(): AppError {
  return new AppError('NOT_FOUND', { status: 410 });
}

export function assetHeaders({ id, sha256, media_type }: OwnedCredential) {
  return {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    // After a revocation a cache must revalidate.
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="${id}.${fileExtension(media_type)}"`,
  };
}
