import type { AccountPrincipal, ApiKeyPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import type { AuditEntry } from './queries.ts';

/** The actor that an audit row names for a caller. */
export function actorOf(principal: ApiKeyPrincipal | AccountPrincipal | MemberPrincipal): AuditEntry['actor'] {
  return principal.kind === 'api_key'
    ? { kind: 'api_key', id: principal.keyId }
    : { kind: 'account', id: principal.accountId };
}
