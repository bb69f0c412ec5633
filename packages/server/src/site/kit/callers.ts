import type { PageContext } from '../../http/page-route.ts';
import type { AccountPrincipal } from '../../shared/principal.ts';
import type { Caller, SignedInCaller } from '../../features/accounts/index.ts';

/** Where a form was sent from. */
export function callerOf({ address, requestId, userAgent, language }: PageContext): Caller {
  return { address, requestId, userAgent, language };
}

export function signedInCallerOf(context: PageContext, { accountId, sessionId }: AccountPrincipal): SignedInCaller {
  return { ...callerOf(context), accountId, sessionId };
}
