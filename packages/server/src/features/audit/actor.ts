import type { RouteContext } from '../../http/route.ts';
import type {
  AccountPrincipal,
  AdministratorPrincipal,
  ApiKeyPrincipal,
  MemberPrincipal,
} from '../../shared/principal.ts';
import type { AuditEntry } from './queries.ts';

type Caller = ApiKeyPrincipal | AccountPrincipal | MemberPrincipal | AdministratorPrincipal;

/** Who made a change, and from where. */
export type AuditedBy = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

/** The actor that an audit row names for a caller. */
export function actorOf(principal: Caller): AuditEntry['actor'] {
  if (principal.kind === 'api_key') return { kind: 'api_key', id: principal.keyId };
  return { kind: principal.accountId === null ? 'admin_token' : 'account', id: principal.accountId };
}

/** Whom the audit log names for a request. */
export function auditedBy(request: Pick<RouteContext, 'address' | 'requestId'> & { principal: Caller }): AuditedBy {
  const { principal, address, requestId } = request;
  return { actor: actorOf(principal), address, requestId };
}

/** As a row names who made it: an account, a key, or what acted without either. */
export function nameOfActor({ actor }: Pick<AuditedBy, 'actor'>): string {
  return actor.id ?? actor.kind;
}
