import type { RouteContext } from '../../http/route.ts';
import type { AccountPrincipal } from '../../shared/principal.ts';
import type { Caller, SignedInCaller } from './services.ts';

type Context = Pick<RouteContext, 'address' | 'requestId' | 'userAgent' | 'language'>;

export function callerOf({ address, requestId, userAgent, language }: Context): Caller {
  return { address, requestId, userAgent, language };
}

export function signedInCallerOf(context: Context & { principal: AccountPrincipal }): SignedInCaller {
  const { accountId, sessionId } = context.principal;
  return { ...callerOf(context), accountId, sessionId };
}
