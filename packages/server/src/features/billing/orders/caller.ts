import type { RouteContext } from '../../../http/route.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../../shared/principal.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { actorOf } from '../../audit/index.ts';
import type { OrderedBy } from './place-order.ts';

/** Routes over money that only look. */
export const READS = { kind: 'key_or_member', scope: 'billing:read', permission: 'billing:read' } as const;

/** Routes over money that pay: also while the organization is suspended. */
export const PAYS = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:pay' } as const;

/**
 * The organization whose money a caller may see.
 * @throws {AppError} BILLING_PERMISSION_REQUIRED for a key of the sandbox, where there is no money
 */
export function payerOf(principal: ApiKeyPrincipal | MemberPrincipal): string {
  const { organizationId, sandboxOnly } = viewerOf(principal);
  if (sandboxOnly) throw new AppError('BILLING_PERMISSION_REQUIRED');
  return organizationId;
}

export function orderedBy(
  context: Pick<
    RouteContext<unknown, unknown, unknown, unknown, ApiKeyPrincipal | MemberPrincipal>,
    'principal' | 'address' | 'requestId'
  >,
): OrderedBy {
  const { principal, address, requestId } = context;
  return { actor: actorOf(principal), address, requestId };
}
