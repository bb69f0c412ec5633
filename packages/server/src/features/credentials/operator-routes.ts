import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { changeStatus } from './change-status.ts';
import { presentPublicly } from './present.ts';
import { findAnyCredential } from './queries.ts';
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
      const found = await findAnyCredential(services.db, params.cid);
      if (found === undefined) throw new AppError('NOT_FOUND');
      const row = await changeStatus(services, {
        id: found.id,
        viewer: { organizationId: found.organization_id, sandboxOnly: false },
        to: 'revoked',
        reason: body?.reason ?? null,
        by: auditedBy({ principal, address, requestId }),
      });
      return { status: 200, body: presentPublicly(row, services.links, services.clock.now()) };
    },
  });
}
