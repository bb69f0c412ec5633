import type { Db } from '../../platform/database.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { Links } from '../../shared/links.ts';
import type { AccountPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import type { RequestId } from '../../shared/request-id.ts';
import { actorOf, type AuditEntry } from '../audit/index.ts';

/** What organizations need of the rest of the server. */
export interface OrganizationServices {
  db: Db;
  secrets: SealedBox;
  links: Links;
}

/** Who makes a change, and how the audit log names them. */
export interface Change {
  organizationId: string;
  /** Who is signed in. */
  accountId: string;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
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
