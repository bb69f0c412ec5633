import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { databaseTimeIn } from '../../platform/database-time.ts';
import type { AccountTable, TokenKind } from '../../platform/schema/accounts.ts';
import type { Language } from '../../shared/language.ts';

export type Account = Selectable<AccountTable>;

export interface NewAccountRow {
  id: string;
  email: string;
  name: string;
  language: Language;
  password_hash: string | null;
}

/** Returns undefined, and changes nothing, when the address has an account. */
export async function insertAccount(trx: Db, row: NewAccountRow): Promise<Account | undefined> {
  return trx
    .insertInto('account')
    .values({ ...row, password_changed_at: row.password_hash === null ? null : sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ignores case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
}

/** Held while changing what opens an account, so that each change sees the result of the one before. */
export async function lockAccount(trx: Db, id: string): Promise<Account | undefined> {
  return trx.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function updateProfile(
  trx: Db,
  id: string,
  change: { name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  await trx.updateTable('account').set(change).where('id', '=', id).execute();
}

export async function updatePassword(trx: Db, id: string, hash: string): Promise<Account> {
  return trx
    .updateTable('account')
    .set({ password_hash: hash, password_changed_at: sql<Date>`now()`, must_change_password: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined when the account has another address by now. A verified address keeps the time of its verification. */
export async function markEmailVerified(trx: Db, id: string, email: string): Promise<Account | undefined> {
  return trx
    .updateTable('account')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', id)
    .where('email_key', '=', sql<string>`lower(${email})`)
    .returningAll()
    .executeTakeFirst();
}

/** Gives an account another, confirmed address. Undefined when another account has it. */
export async function updateEmail(trx: Db, id: string, email: string): Promise<Account | undefined> {
  return trx
    .updateTable('account')
    .set({ email, email_verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((account) =>
      account.not(
        account.exists(
          account
            .selectFrom('account as other')
            .select('other.id')
            .where('other.email_key', '=', sql<string>`lower(${email})`)
            .where('other.id', '!=', id),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** No password works any more; a new one is set by a link. */
export async function clearPassword(trx: Db, id: string): Promise<void> {
  await trx.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute();
}

/** The addresses that an account was signed in from, as far as its sessions are kept. */
export async function listSessionAddresses(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('address')
    .distinct()
    .where('email_key', '=', sql<string>`lower(${email})`)
    .where('address', 'is not', null)
    .execute();
  return rows.flatMap(({ address }) => address ?? []);
}

/** The programs and addresses that an account was signed in from, as far as its sessions are kept. */
export async function listDevices(
  db: Db,
  accountId: string,
): Promise<{ user_agent: string; address: string | null }[]> {
  return db
    .selectFrom('session')
    .select(['user_agent', 'address'])
    .distinct()
    .where('account_id', '=', accountId)
    .execute();
}

export async function markFirstSignIn(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ first_signed_in_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export interface NewTokenRow {
  id: string;
  kind: TokenKind;
  token_sha256: Buffer;
  lifetimeMs: number;
}

/** For the account of the address; one statement, whether or not it exists. Undefined when it does not. */
export async function insertToken(
  trx: Db,
  email: string,
  { lifetimeMs, ...row }: NewTokenRow,
): Promise<Pick<Account, 'email' | 'language'> | undefined> {
  return trx
    .with('owner', (db) =>
      db
        .selectFrom('account')
        .select(['id', 'email', 'language'])
        .where('email_key', '=', sql<string>`lower(${email})`),
    )
    .with('made', (db) =>
      db
        .insertInto('account_token')
        .columns(['id', 'account_id', 'kind', 'email', 'token_sha256', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('owner')
            .select([
              eb.val(row.id).as('id'),
              'owner.id as account_id',
              eb.val(row.kind).as('kind'),
              'owner.email',
              eb.val(row.token_sha256).as('token_sha256'),
              databaseTimeIn(lifetimeMs).as('expires_at'),
            ]),
        ),
    )
    .selectFrom('owner')
    .select(['email', 'language'])
    .executeTakeFirst();
}

/** For a known account, sent to an address that need not be its own. */
export async function insertAccountToken(
  trx: Db,
  { lifetimeMs, ...row }: NewTokenRow & { account_id: string; email: string },
): Promise<void> {
  await trx
    .insertInto('account_token')
    .values({ ...row, expires_at: databaseTimeIn(lifetimeMs) })
    .execute();
}

/** Whose link this is, and where it was sent, while it works. */
export async function findUsableToken(
  db: Db,
  kind: TokenKind,
  sha256: Buffer,
): Promise<(Pick<Account, 'email' | 'name'> & { sent_to: string }) | undefined> {
  return db
    .selectFrom('account_token')
    .innerJoin('account', 'account.id', 'account_token.account_id')
    .select(['account.email', 'account.name', 'account_token.email as sent_to'])
    .where('token_sha256', '=', sha256)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** One statement, so that of two simultaneous requests only one succeeds; undefined when unknown, used or expired. */
export async function useToken(
  trx: Db,
  kind: TokenKind,
  sha256: Buffer,
): Promise<{ account_id: string; email: string; created_at: Date } | undefined> {
  return trx
    .updateTable('account_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_sha256', '=', sha256)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'email', 'created_at'])
    .executeTakeFirst();
}

/** Ends the unused links of these kinds; with `since`, only those sent later than that. */
export async function markTokensUsed(
  trx: Db,
  accountId: string,
  kinds: readonly TokenKind[],
  since?: Date,
): Promise<void> {
  await trx
    .updateTable('account_token')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .$if(since !== undefined, (query) => query.where('created_at', '>', since ?? new Date(0)))
    .execute();
}

/** Removes links that ended long ago. */
export async function pruneTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('account_token')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/** A set-up that has begun; it has no effect until it is enabled. */
export async function updateTotpSecret(trx: Db, id: string, sealed: Buffer): Promise<void> {
  await trx
    .updateTable('account')
    .set({ totp_secret: sealed, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', id)
    .execute();
}

export async function markTotpEnabled(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ totp_enabled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function clearTotp(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', id)
    .execute();
}

/** Whether this step was still unused: of two requests with the same code only one succeeds. */
export async function useTotpStep(trx: Db, id: string, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('account')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(totp_last_step, -1) < ${step}::bigint`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces all of the account's codes; an empty list removes them. */
export async function replaceRecoveryCodes(trx: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((code_sha256) => ({ account_id: accountId, code_sha256 }));
  await trx.insertInto('recovery_code').values(rows).execute();
}

/** Whether it was one of the account's unused codes. */
export async function useRecoveryCode(trx: Db, accountId: string, sha256: Buffer): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_sha256', '=', sha256)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
