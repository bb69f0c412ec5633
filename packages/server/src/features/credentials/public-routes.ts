import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { actorOf } from '../audit/index.ts';
import { selectPreview } from '../jobs/index.ts';
import { allowDownload } from './allow-download.ts';
import { presentCredential } from './present.ts';
import { findAnyCredential } from './queries.ts';
import { isPublic, statusAt } from './rules.ts';
import { credentialParams, credentialSchema, settingsBody, viewQuery } from './schemas.ts';
import { ASSET_RESPONSES, assetRequestHeaders, sendAsset } from './send-asset.ts';
import type { CredentialServices, RenderBadge } from './services.ts';

/** What the organization lets the public have of a credential. */
export function changeSettings(services: CredentialServices): Route {
  return defineRoute({
    method: 'PATCH',
    path: '/v1/content/credentials/{cid}',
    operationId: 'updateCredential',
    summary: 'Allow or forbid public download',
    description:
      'Whether anyone who has the address of the credential may see and download the signed file. It is off until the organization allows it, and has no effect while the credential is suspended or after it is revoked. Copies that people already have are not taken back.',
    tags: ['Credentials'],
    auth: { kind: 'key_or_member', scope: 'credentials:revoke', permission: 'credentials:revoke', recent: 'always' },
    rateLimit: 'api',
    params: credentialParams,
    body: settingsBody,
    responses: { 200: { description: 'The updated record', schema: credentialSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body, principal, address, requestId }) => {
      const row = await allowDownload(services, {
        id: params.cid,
        viewer: viewerOf(principal),
        isAllowed: body.public_download,
        by: { actor: actorOf(principal), address, requestId },
      });
      return { status: 200, body: presentCredential(row, services.links, services.clock.now()) };
    },
  });
}

export function viewAsset(services: CredentialServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v/{cid}/asset',
    operationId: 'viewCredentialAsset',
    summary: 'Download a signed file publicly',
    description:
      'The signed file, whole or in part (`Range`), for anyone who has the address, where its organization allows it; otherwise, and while the credential is suspended, 404. 410 once the credential is revoked or the retention period is over.',
    tags: ['Credentials'],
    auth: { kind: 'none' },
    rateLimit: 'public_read',
    params: credentialParams,
    headers: assetRequestHeaders,
    responses: ASSET_RESPONSES,
    errors: ['NOT_FOUND'],
    errorStatuses: { 410: ['NOT_FOUND'] },
    handler: async ({ params, headers }) => {
      const row = await findAnyCredential(services.db, params.cid);
      if (row === undefined || (row.status !== 'revoked' && !isPublic(row))) throw new AppError('NOT_FOUND');
      return sendAsset(services, row, headers);
    },
  });
}

/** The picture of the signed file, for those who may have the file. */
export function viewPreview(services: CredentialServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v/{cid}/preview',
    operationId: 'viewCredentialPreview',
    summary: 'The picture of a publicly downloadable signed file',
    description:
      'A preview without metadata (WebP, at most 960 pixels on the longest side), where the organization lets anyone download the file, for as long as the result of the signing is kept. Otherwise, and while the credential is suspended or once it is revoked, 404.',
    tags: ['Credentials'],
    auth: { kind: 'none' },
    rateLimit: 'public_read',
    params: credentialParams,
    responses: { 200: { description: 'The picture', contentType: 'image/webp' } },
    errors: ['NOT_FOUND'],
    handler: async ({ params }) => {
      const row = await findAnyCredential(services.db, params.cid);
      const body =
        row !== undefined && isPublic(row) ? await selectPreview(services.db, row.job_id, 'whole') : undefined;
      if (body === undefined) throw new AppError('NOT_FOUND');
      // It must not be seen any more once the organization says so.
      return { status: 200, headers: { 'cache-control': 'private, no-cache' }, body };
    },
  });
}

/** The state as a picture that other sites embed; it is asked for again each time, so that a revocation shows at once. */
export function viewBadge(services: CredentialServices, renderBadge: RenderBadge): Route {
  return defineRoute({
    method: 'GET',
    path: '/v/{cid}/badge.svg',
    operationId: 'viewCredentialBadge',
    summary: 'The badge of a credential',
    description:
      'The current status as a small picture (SVG) for other sites, without anything that the signer declared.',
    tags: ['Credentials'],
    auth: { kind: 'none' },
    rateLimit: 'public_read',
    params: credentialParams,
    query: viewQuery,
    responses: { 200: { description: 'The picture', contentType: 'image/svg+xml' } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, language }) => {
      const row = await findAnyCredential(services.db, params.cid);
      if (row === undefined) throw new AppError('NOT_FOUND');
      const facts = { status: statusAt(row, services.clock.now()), sandbox: row.sandbox };
      return {
        status: 200,
        headers: {
          'cache-control': 'no-cache',
          'cross-origin-resource-policy': 'cross-origin',
          vary: 'Accept-Language',
        },
        body: renderBadge(facts, query.lang ?? language),
      };
    },
  });
}
