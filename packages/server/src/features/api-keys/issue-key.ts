import type { Db } from '../../platform/database.ts';
import { INPUT_REASONS } from '../../shared/input-reasons.ts';
import type { MemberPrincipal } from '../../shared/principal.ts';
import { requireRecentAuthentication } from '../../shared/require-recent.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';
import { actorOf, type AuditEntry } from '../audit/index.ts';
import { findOrganizationName, findPerson, listOwners, tell, type NoticeServices } from '../notices/index.ts';
import { createKey, type CreatedKey } from './create-key.ts';
import { isPast, type ApiKey } from './queries.ts';
import { isPowerful, mayRevoke } from './rules.ts';
import type { KeyRequest } from './schemas.ts';

/** What making keys needs of the rest of the server. */
export interface KeyServices extends NoticeServices {
  db: Db;
}

/** Where the request came from. */
type From = { address: string } & Pick<AuditEntry, 'requestId'>;

/**
 * A member makes a key for the organization, and is told by mail.
 *
 * @throws {AppError} SCOPE_DENIED when the key requires a recent authentication and the session has none
 * @throws {ValidationFailure} when the key would be expired from the start
 */
export async function issueKey(
  services: KeyServices,
  member: MemberPrincipal,
  request: KeyRequest,
  from: From,
): Promise<CreatedKey> {
  const { db } = services;
  const { name, mode, scopes, expires_at } = request;
  const expiresAt = expires_at === undefined || expires_at === null ? null : new Date(expires_at);
  if (expiresAt !== null && (await isPast(db, expiresAt))) {
    const why = { type: 'value_error', ctx: { error: INPUT_REASONS.past }, reason: 'past' } as const;
    throw new ValidationFailure([{ loc: ['body', 'expires_at'], ...why, input: expires_at ?? null }]);
  }
  const isGuarded = isPowerful({ mode, scopes });
  if (isGuarded) requireRecentAuthentication(member);
  const { organizationId, accountId } = member;
  return db.transaction().execute(async (trx) => {
    const created = await createKey(trx, {
      ...from,
      organizationId,
      name,
      mode,
      scopes: scopes === undefined ? undefined : [...new Set(scopes)],
      expiresAt,
      createdBy: accountId,
      actor: actorOf(member),
    });
    await tellOfKey(trx, services, created.row, { accountId, address: from.address, tellsOwners: isGuarded });
    return created;
  });
}

async function tellOfKey(
  trx: Db,
  services: KeyServices,
  { organization_id, name, prefix, mode, scopes }: ApiKey,
  { accountId, address, tellsOwners }: { accountId: string; address: string; tellsOwners: boolean },
): Promise<void> {
  const maker = await findPerson(trx, accountId);
  if (maker === undefined) return;
  const organization = await findOrganizationName(trx, organization_id);
  const owners = tellsOwners ? await listOwners(trx, organization_id) : [];
  await tell(trx, services, [maker, ...owners], {
    template: 'key_created',
    page: `dashboard/keys?org=${organization_id}`,
    address,
    values: (given) => ({
      ...given,
      organization,
      maker: maker.email,
      name,
      prefix,
      mode,
      may_revoke: mayRevoke(scopes),
    }),
  });
}
