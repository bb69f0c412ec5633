import type { RecentNeed } from '../../http/guards.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { PAGE_HEADERS } from '../../http/page-headers.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { actorOf } from '../audit/index.ts';
import { selectPreviewEntry } from '../jobs/index.ts';
import { changeStatus, type StatusChange } from './change-status.ts';
import { revokeAnyCredential } from './operator-routes.ts';
import { changeSettings, viewAsset, viewBadge, viewPreview } from './public-routes.ts';
import { presentCredential, presentPublicly } from './present.ts';
import { findAnyCredential, findCredential, type OwnedCredential } from './queries.ts';
import { changeBody, credentialParams, credentialSchema, publicCredentialSchema, viewQuery } from './schemas.ts';
import { isPublic } from './rules.ts';
import { ASSET_RESPONSES, assetRequestHeaders, sendAsset } from './send-asset.ts';
import type { CredentialPictures, CredentialServices, RenderPublicPage } from './services.ts';

/** Routes over the life of a credential. */
export function credentialRoutes(
  services: CredentialServices,
  { renderPage, renderBadge }: CredentialPictures,
): Route[] {
  return [
    getCredential(services),
    getAsset(services),
    ...CHANGES.map((change) => changeRoute(services, change)),
    changeSettings(services),
    viewAsset(services),
    viewPreview(services),
    viewBadge(services, renderBadge),
    viewCredential(services, renderPage),
    revokeAnyCredential(services),
  ];
}

async function getOwn(
  services: CredentialServices,
  cid: string,
  caller: ApiKeyPrincipal | MemberPrincipal,
): Promise<OwnedCredential> {
  const row = await findCredential(services.db, cid, viewerOf(caller));
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

function getCredential(services: CredentialServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/content/credentials/{cid}',
    operationId: 'getCredential',
    summary: 'Get a credential',
    description: 'The record of a file that the organization signed, with its current status.',
    tags: ['Credentials'],
    auth: { kind: 'key_or_member', scope: 'credentials:read', permission: 'credentials:read' },
    rateLimit: 'api',
    params: credentialParams,
    responses: { 200: { description: 'The record', schema: credentialSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, principal }) => {
      const row = await getOwn(services, params.cid, principal);
      return { status: 200, body: presentCredential(row, services.links, services.clock.now()) };
    },
  });
}

function getAsset(services: CredentialServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/content/credentials/{cid}/asset',
    operationId: 'getCredentialAsset',
    summary: 'Download the signed file',
    description:
      'The signed file, whole or in part (`Range`). 410 once the credential is revoked or the retention period is over.',
    tags: ['Credentials'],
    auth: { kind: 'key_or_member', scope: 'credentials:read', permission: 'credentials:read' },
    rateLimit: 'api',
    params: credentialParams,
    headers: assetRequestHeaders,
    responses: ASSET_RESPONSES,
    errors: ['NOT_FOUND'],
    errorStatuses: { 410: ['NOT_FOUND'] },
    handler: async ({ params, principal, headers }) =>
      sendAsset(services, await getOwn(services, params.cid, principal), headers),
  });
}

interface Change {
  to: StatusChange['to'];
  /** What can be undone needs no recently given password: a suspension should be quick. */
  recent?: RecentNeed;
  verb: string;
  operationId: string;
  summary: string;
  description: string;
}

/** The three routes differ only in the state they lead to, and in their words. */
const CHANGES: readonly Change[] = [
  {
    to: 'revoked',
    recent: 'always',
    verb: 'revoke',
    operationId: 'revokeCredential',
    summary: 'Revoke a credential',
    description:
      'Revokes the credential permanently; repeating the request changes nothing. It is shown as revoked everywhere at once, and the signed file can no longer be downloaded. The signature in copies that are already in circulation stays valid: no one can take it back.',
  },
  {
    to: 'suspended',
    verb: 'suspend',
    operationId: 'suspendCredential',
    summary: 'Suspend a credential',
    description: 'Suspends the credential until it is resumed; repeating the request changes nothing.',
  },
  {
    to: 'active',
    verb: 'resume',
    operationId: 'resumeCredential',
    summary: 'Resume a credential',
    description: 'Ends a suspension; an active credential stays as it is.',
  },
];

function changeRoute(services: CredentialServices, { to, verb, recent, ...described }: Change): Route {
  const auth = { kind: 'key_or_member', scope: 'credentials:revoke', permission: 'credentials:revoke' } as const;
  return defineRoute({
    ...described,
    method: 'POST',
    path: `/v1/content/credentials/{cid}/${verb}`,
    tags: ['Credentials'],
    auth: recent === undefined ? auth : { ...auth, recent },
    rateLimit: 'api',
    params: credentialParams,
    body: changeBody,
    responses: { 200: { description: 'The updated record', schema: credentialSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body, principal, address, requestId }) => {
      const row = await changeStatus(services, {
        id: params.cid,
        viewer: viewerOf(principal),
        to,
        reason: body?.reason ?? null,
        by: { actor: actorOf(principal), address, requestId },
      });
      return { status: 200, body: presentCredential(row, services.links, services.clock.now()) };
    },
  });
}

function viewCredential(services: CredentialServices, renderPage: RenderPublicPage): Route {
  return defineRoute({
    method: 'GET',
    path: '/v/{cid}',
    operationId: 'viewCredential',
    summary: 'View a credential publicly',
    description:
      'What was signed, by whom, and its current status, for anyone who has the address. JSON, or a page for a browser (`Accept: text/html`) and for programs that unfold links. It reveals nothing about the organization beyond what was declared when signing.',
    tags: ['Credentials'],
    auth: { kind: 'none' },
    rateLimit: 'public_read',
    params: credentialParams,
    query: viewQuery,
    responses: { 200: { description: 'The public record', schema: publicCredentialSchema, others: ['text/html'] } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, wantsPage, language: preferred }) => {
      const row = await findAnyCredential(services.db, params.cid);
      if (row === undefined) throw new AppError('NOT_FOUND');
      const body = presentPublicly(row, services.links, services.clock.now());
      // A revocation must show at once, so caches have to revalidate.
      const common = { 'cache-control': 'no-cache', vary: 'Accept, Accept-Language, User-Agent' };
      if (!wantsPage) return { status: 200, headers: common, body };
      const language = query.lang ?? preferred;
      const facts = {
        record: body,
        certificateEndsAt: row.certificate_not_after.toISOString(),
        preview: isPublic(row) ? ((await selectPreviewEntry(services.db, row.job_id)) ?? null) : null,
        isFileKept: row.status !== 'revoked' && (await services.blobs.stat(row.asset_key)) !== undefined,
      };
      const content = renderPage(facts, language);
      return {
        status: 200,
        headers: { ...PAGE_HEADERS, ...common, 'content-language': language },
        instead: { contentType: 'text/html; charset=utf-8', content },
      };
    },
  });
}
