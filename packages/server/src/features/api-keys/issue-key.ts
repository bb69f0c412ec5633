import type { Db } from '../../platform/database.ts';
import type { MemberPrincipal } from '../../shared/principal.ts';
import { ValidationFailure } from '../../shared/validation-failure.ts';
import { actorOf, type AuditEntry } from '../audit/index.ts';
import { requireRecentAuthentication } from '../sessions/index.ts';
import { createKey, type CreatedKey } from './create-key.ts';
import { isPast } from './queries.ts';
import type { KeyRequest } from './schemas.ts';

/**
 * A member makes a key for the organization. A live key signs in the organization's name, so the password must have been
 * given a moment ago.
 *
 * @throws {AppError} SCOPE_DENIED: it was given too long ago
 * @throws {ValidationFailure} the key would be expired from the start
 */
export async function issueKey(
  { db }: { db: Db },
  member: MemberPrincipal,
  request: KeyRequest,
  from: Pick<AuditEntry, 'address' | 'requestId'>,
): Promise<CreatedKey> {
  const { name, mode, scopes, expires_at } = request;
  const expiresAt = expires_at === undefined || expires_at === null ? null : new Date(expires_at);
  if (expiresAt !== null && (await isPast(db, expiresAt))) {
    const ctx = { error: 'must lie in the future' };
    throw new ValidationFailure([{ loc: ['body', 'expires_at'], type: 'value_error', ctx, input: expires_at ?? null }]);
  }
  if (mode === 'live') requireRecentAuthentication(member);
  const { organizationId, accountId } = member;
  return db.transaction().execute((trx) =>
    createKey(trx, {
      ...from,
      organizationId,
      name,
      mode,
      scopes: scopes === undefined ? undefined : [...new Set(scopes)],
      expiresAt,
      createdBy: accountId,
      actor: actorOf(member),
    }),
  );
}
