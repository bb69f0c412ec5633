import { z } from 'zod';
import { matchesEtag, parseByteRange } from '../../http/byte-range.ts';
import { assetGone, assetHeaders, openAsset, requireAsset } from './open-asset.ts';
import type { OwnedCredential } from './queries.ts';
import type { CredentialServices } from './services.ts';

const RANGE_HEADERS = {
  ETag: { description: 'SHA-256 of the signed file, in quotation marks' },
  'Accept-Ranges': { description: '`bytes`' },
  'Content-Disposition': { description: '`attachment`, with the identifier of the credential as the name' },
};

/** Headers of a request for a signed file. */
export const assetRequestHeaders = z.object({
  range: z.string().max(1_000).optional().describe('One range of bytes (RFC 9110); several are answered whole'),
  'if-range': z.string().max(200).optional().describe('Apply the range only if the ETag still matches'),
  'if-none-match': z.string().max(1_000).optional().describe('ETags of copies that the caller already has'),
});

export const ASSET_RESPONSES = {
  200: {
    description: 'The file, in its own media type',
    contentType: 'application/octet-stream',
    headers: RANGE_HEADERS,
  },
  206: {
    description: 'Part of the file',
    contentType: 'application/octet-stream',
    headers: { ...RANGE_HEADERS, 'Content-Range': { description: 'The range and the total size in bytes' } },
  },
  304: { description: 'Not modified' },
  416: {
    description: 'The range lies outside the file',
    headers: { 'Content-Range': { description: 'The size of the file' } },
  },
} as const;

/**
 * Answers the signed file, whole or in part, to somebody who may have it.
 * @throws {AppError} NOT_FOUND with status 410 once the credential is revoked or the file is no longer kept
 */
export async function sendAsset(
  services: Pick<CredentialServices, 'blobs'>,
  row: OwnedCredential,
  headers: z.output<typeof assetRequestHeaders>,
) {
  if (row.status === 'revoked') throw assetGone();
  const common = assetHeaders(row);
  if (matchesEtag(headers['if-none-match'], common.etag)) {
    await requireAsset(services, row);
    return { status: 304, headers: common, body: undefined } as const;
  }
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== common.etag;
  const range = parseByteRange(isOther ? undefined : headers.range, row.asset_size);
  if (range === 'unsatisfiable') {
    await requireAsset(services, row);
    return { status: 416, headers: { 'content-range': `bytes */${row.asset_size}` }, body: undefined } as const;
  }
  const body = await openAsset(services, row, range === 'whole' ? undefined : range);
  const type = { ...common, 'content-type': row.media_type };
  if (range === 'whole') {
    return { status: 200, headers: { ...type, 'content-length': String(row.asset_size) }, body } as const;
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...type,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${row.asset_size}`,
    },
    body,
  } as const;
}
