import type { RouteContext } from '../../http/route.ts';
import type { AdministratorPrincipal } from '../../shared/principal.ts';
import type { AdminActor } from './change-suspension.ts';

type Caller = Pick<RouteContext, 'address' | 'requestId'> & { principal: AdministratorPrincipal };

/** Whom the audit log names for a request of the operator. */
export function actorOf({ principal: { accountId }, address, requestId }: Caller): AdminActor {
  const actor =
    accountId === null ? { kind: 'admin_token' as const, id: null } : { kind: 'account' as const, id: accountId };
  return { actor, address, requestId };
}
