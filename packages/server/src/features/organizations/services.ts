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

/** A member with the keys that are of concern once the change is made, as they are then. */
export type MemberWithKeys = Member & { keys: ApiKey[] };

/** Who makes a change, and how the audit log names them. */
export interface Change {
  organizationId: string;
  /** Who is signed in. */
  accountId: string;
  by: { address: string } & Pick<AuditEntry, 'actor' | 'requestId'>;
}

/** A request by a person who is signed in, as the audit log names it. */
export function byOf(request: {
  principal: AccountPrincipal | MemberPrincipal;
  address: string;
  requestId: RequestId;
}): Change['by'] {
  const { principal, address, requestId } = request;
  return { actor: actorOf(principal), address, requestId };
}
