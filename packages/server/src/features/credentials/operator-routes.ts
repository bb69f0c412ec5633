import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { changeStatus, type StatusChange } from './change-status.ts';
import { presentPublicly } from './present.ts';
import { findAnyCredential, type OwnedCredential } from './queries.ts';
import { changeBody, credentialParams, publicCredentialSchema } from './schemas.ts';
import type { CredentialServices } from './services.ts';
import { auditedBy } from '../audit/index.ts';

/** For what the owning organization cannot do, because it is closed, or will not do. */
export function revokeAnyCredential(services: CredentialServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/admin/credentials/{cid}/revoke',
    operationId: 'revokeAnyCredential',
    summary: 'Revoke a credential of any organization',
    description:
      'Revokes the credential permanently, also for an organization that is closed and has no one left to do it; repeating the request changes nothing. The audit log of the organization, if it still exists, records it with the reason.',
    tags: ['Administration'],
    auth: { kind: 'administrator' },
    rateLimit: 'api',
    params: credentialParams,
    body: changeBody,
    responses: { 200: { description: 'The public record', schema: publicCredentialSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body, principal, address, requestId }) => {
      const asked = { id: params.cid, reason: body?.reason ?? null };
      const row = await revokeAny(services, asked, auditedBy({ principal, address, requestId }));
      return { status: 200, body: presentPublicly(row, services.links, services.clock.now()) };
    },
  });
}

/**
 * Revokes a credential for its organization; one that is revoked already stays as it is.
 *
 * @throws {AppError} NOT_FOUND, CONFLICT
 */
export async function revokeAny(
  services: Pick<CredentialServices, 'db' | 'clock' | 'links'>,
  { id, reason }: { id: string; reason: string | null },
  by: StatusChange['by'],
): Promise<OwnedCredential> {
  const found = await findAnyCredential(services.db, id);
  if (found === undefined) throw new AppError('NOT_FOUND');
  return changeStatus(services, {
    id: found.id,
    viewer: { organizationId: found.organization_id, sandboxOnly: false },
    to: 'revoked',
    reason,
    by,
  });
}
