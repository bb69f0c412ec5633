import type { RouteContext } from '../../../http/route.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../../shared/principal.ts';
import { auditedBy, type AuditedBy } from '../../audit/index.ts';
import { payerOf } from '../ledger/index.ts';

/** Whose subscription is changed, and by whom. */
export interface Changing {
  organizationId: string;
  by: AuditedBy;
}

export function changingOf(
  context: Pick<RouteContext, 'address' | 'requestId'> & { principal: ApiKeyPrincipal | MemberPrincipal },
): Changing {
  return { organizationId: payerOf(context.principal), by: auditedBy(context) };
}
