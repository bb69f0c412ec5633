import type { Db } from '../../platform/database.ts';
import type { AccountPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import type { ApiKey } from '../api-keys/index.ts';
import type { RequestId } from '../../shared/request-id.ts';
import { actorOf, type AuditEntry } from '../audit/index.ts';
import type { NoticeServices } from '../notices/index.ts';
import type { Member } from './queries.ts';

/** What organizations need of the rest of the server. */
export interface OrganizationServices extends NoticeServices {
  db: Db;
}

/** A member with the keys to decide about, as they are after the change. */
export type MemberWithKeys = Member & { keys: ApiKey[] };

/** Who makes a change, and how the audit log names them. */
export interface Change {
  organizationId: string;
  /** The signed-in account. */
  accountId: string;
  by: { address: string } & Pick<AuditEntry, 'actor' | 'requestId'>;
}

/** The request of a signed-in person, as the audit log names it. */
export function byOf(request: {
  principal: AccountPrincipal | MemberPrincipal;
  address: string;
  requestId: RequestId;
}): Change['by'] {
  const { principal, address, requestId } = request;
  return { actor: actorOf(principal), address, requestId };
}
