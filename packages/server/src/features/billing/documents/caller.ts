import type { RouteContext } from '../../../http/route.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { AdministratorPrincipal, ApiKeyPrincipal, MemberPrincipal } from '../../../shared/principal.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import { actorOf, type AuditEntry } from '../../audit/index.ts';

/** Routes that look at documents. */
export const READS = { kind: 'key_or_member', scope: 'billing:read', permission: 'billing:read' } as const;

/** Routes that make and change them. */
export const WRITES = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:write' } as const;

/** Who made a change, and from where. */
export type ChangedBy = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

type Payer = ApiKeyPrincipal | MemberPrincipal;
type Request = Pick<RouteContext, 'address' | 'requestId'>;

/**
 * The organization whose documents a caller may see.
 * @throws {AppError} BILLING_PERMISSION_REQUIRED for a key of the sandbox, where there is no money
 */
export function payerOf(principal: Payer): string {
  const { organizationId, sandboxOnly } = viewerOf(principal);
  if (sandboxOnly) throw new AppError('BILLING_PERMISSION_REQUIRED');
  return organizationId;
}

export function changedBy({ principal, address, requestId }: Request & { principal: Payer }): ChangedBy {
  return { actor: actorOf(principal), address, requestId };
}

/** The same for somebody of the operator. */
export function changedByOperator(context: Request & { principal: AdministratorPrincipal }): ChangedBy {
  const { principal, address, requestId } = context;
  const { accountId } = principal;
  const actor =
    accountId === null ? { kind: 'admin_token' as const, id: null } : { kind: 'account' as const, id: accountId };
  return { actor, address, requestId };
}

/** Who a row names for a change: an account, a key, or what acted without either. */
export function nameOf({ actor }: ChangedBy): string {
  return actor.id ?? actor.kind;
}
