import type { RouteContext } from '../../http/route.ts';
import type { AdministratorPrincipal } from '../../shared/principal.ts';
import type { AuditEntry } from '../audit/index.ts';

type Caller = Pick<RouteContext, 'address' | 'requestId'> & { principal: AdministratorPrincipal };

/** Whom the audit log names for a request of the operator. */
export function auditedBy({
  principal: { accountId },
  address,
  requestId,
}: Caller): Pick<AuditEntry, 'actor' | 'address' | 'requestId'> {
  const kind = accountId === null ? 'admin_token' : 'account';
  return { actor: { kind, id: accountId }, address, requestId };
}
