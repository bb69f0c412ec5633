import type { FastifyRequest } from 'fastify';
import type { Principal } from '../shared/principal.ts';

/** From here on each log line of the request names the caller; of credentials it contains only the public identifier. */
export function logCaller(request: FastifyRequest, principal: Principal): void {
  const id = principalId(principal);
  const fields = { principal_kind: principal.kind, ...(id === null ? {} : { principal_id: id }) };
  request.log = request.log.child(fields);
}

function principalId(principal: Principal): string | null {
  switch (principal.kind) {
    case 'api_key':
      return principal.keyId;
    case 'account':
    case 'member':
    case 'administrator':
      return principal.accountId;
    case 'anonymous':
      return null;
  }
}
