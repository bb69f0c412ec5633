import type { RouteContext } from '../../../http/route.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../../shared/principal.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { actorOf, type AuditEntry } from '../../audit/index.ts';

/** Whose subscription is changed, and by whom. */
export interface Changing {
  organizationId: string;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
}

/**
 * The organization whose subscription a caller may see.
 * @throws {AppError} BILLING_PERMISSION_REQUIRED for a key of the sandbox, where there is no money
 */
export function subscriberOf(principal: ApiKeyPrincipal | MemberPrincipal): string {
  const { organizationId, sandboxOnly } = viewerOf(principal);
  if (sandboxOnly) throw new AppError('BILLING_PERMISSION_REQUIRED');
  return organizationId;
}

export function changingOf({
  principal,
  address,
  requestId,
}: Pick<RouteContext, 'address' | 'requestId'> & { principal: ApiKeyPrincipal | MemberPrincipal }): Changing {
  return { organizationId: subscriberOf(principal), by: { actor: actorOf(principal), address, requestId } };
}
