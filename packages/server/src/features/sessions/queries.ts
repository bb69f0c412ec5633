import { sql, type Selectable } from 'kysely';
import { databaseTimeIn } from '../../platform/database-time.ts';
import type { Db } from '../../platform/database.ts';
import type { SessionTable } from '../../platform/schema/accounts.ts';
import type { Role } from '../../shared/permissions.ts';
import { isId } from '../../shared/ids.ts';

export type Session = Selectable<SessionTable>;

/** How long a session may stay unused. */
const SLIDING = sql`interval '14 days'`;
/** How long a password and second factor count as recently given. */
const RECENT = sql`interval '15 minutes'`;

/** The minimum time between two writes of `last_seen_at`: a page that polls must not cost a write each time. */
const LAST_SEEN_RESOLUTION = sql`interval '1 minute'`;

export interface NewSessionRow {
  id: string;
  account_id: string;
  token_sha256: Buffer;
  user_agent: string;
  address: string | null;
  lifetimeMs: number;
}

export async function insertSession(trx: Db, { lifetimeMs, ...row }: NewSessionRow): Promise<Session> {
  return trx
    .insertInto('session')
    .values({ ...row, expires_at: databaseTimeIn(lifetimeMs) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface UsableSession extends Session {
  email_verified_at: Date | null;
  is_admin: boolean;
  totp_enabled_at: Date | null;
  is_recently_authenticated: boolean;
}

/** A session that has not ended in any way, with its account; a suspended account has none. */
export async function findUsableSession(db: Db, tokenSha256: Buffer): Promise<UsableSession | undefined> {
  return (
    db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .selectAll('session')
      .select(['account.email_verified_at', 'account.is_admin', 'account.totp_enabled_at'])
      // Before the second factor was set up, nobody can have given it.
      .select(
        sql<boolean>`session.reauthenticated_at >= greatest(now() - ${RECENT}, account.totp_enabled_at)`.as(
          'is_recently_authenticated',
        ),
      )
      .where('token_sha256', '=', tokenSha256)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('last_seen_at', '>', sql<Date>`now() - ${SLIDING}`)
      .where('account.suspended_at', 'is', null)
      .executeTakeFirst()
  );
}

export async function touchSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('last_seen_at', '<', sql<Date>`now() - ${LAST_SEEN_RESOLUTION}`)
    .execute();
}

/** Newest first; usable ones only. */
export async function listUsableSessions(db: Db, accountId: string): Promise<Session[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - ${SLIDING}`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Whether this account had such a session. One that already ended keeps the time of its end. */
export async function markSessionEnded(trx: Db, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('session')
    .set({ ended_at: sql<Date>`coalesce(ended_at, now())` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all sessions of an account but one, or all when null. Answers how many. */
export async function markSessionsEnded(trx: Db, accountId: string, exceptId: string | null): Promise<number> {
  const rows = await trx
    .updateTable('session')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .returning('id')
    .execute();
  return rows.length;
}

export async function markReauthenticated(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('session')
    .set({ reauthenticated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Removes rows that ended long ago. */
export async function pruneSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('session')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/** Membership of the named organization, or of the account's own: its personal one, else the one it joined first. */
export async function findMembershipRow(
  db: Db,
  accountId: string,
  organizationId: string | null,
): Promise<{ organization_id: string; role: Role; suspended_at: Date | null } | undefined> {
  const query = db
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.organization_id')
    .select(['membership.organization_id', 'membership.role', 'organization.suspended_at'])
    .where('membership.account_id', '=', accountId);
  if (organizationId !== null) {
    // A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000).
    const named = isId('organization', organizationId) ? organizationId : '';
    return query.where('organization_id', '=', named).executeTakeFirst();
  }
  return query
    .orderBy(sql`organization.kind = 'personal' and membership.role = 'owner'`, 'desc')
    .orderBy('membership.created_at')
    .orderBy('organization.id')
    .limit(1)
    .executeTakeFirst();
}
