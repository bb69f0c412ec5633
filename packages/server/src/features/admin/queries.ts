import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../platform/database.ts';
import type { Schema } from '../../platform/schema/index.ts';
import type { AdminAccount, AdminOrganization } from './schemas.ts';

/** The action in the audit log. */
export const SUSPENDED = 'organization.suspended';

/** Which part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

export interface AccountFilter {
  id?: string;
  emailContains?: string;
  status?: AdminAccount['status'];
  organizationId?: string;
  isAdmin?: true;
}

export interface OrganizationFilter {
  id?: string;
  nameContains?: string;
  ownerContains?: string;
  status?: AdminOrganization['status'];
}

/** `position`, because a search for "_" or "%" means these characters. */
function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<boolean>`position(lower(${text}) in lower(${column})) > 0`;
}

function accountMatches(eb: ExpressionBuilder<Schema, 'account'>, filter: AccountFilter): Expression<SqlBool> {
  return eb.and([
    ...(filter.id === undefined ? [] : [eb('account.id', '=', filter.id)]),
    ...(filter.emailContains === undefined ? [] : [contains(eb.ref('account.email_key'), filter.emailContains)]),
    ...(filter.status === undefined
      ? []
      : [eb('account.suspended_at', filter.status === 'suspended' ? 'is not' : 'is', null)]),
    ...(filter.organizationId === undefined ? [] : [isMemberOf(eb, filter.organizationId)]),
    ...(filter.isAdmin === undefined ? [] : [eb('account.is_admin', '=', true)]),
  ]);
}

function isMemberOf(eb: ExpressionBuilder<Schema, 'account'>, organizationId: string): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('membership')
      .whereRef('membership.account_id', '=', 'account.id')
      .where('membership.organization_id', '=', organizationId)
      .select('membership.role'),
  );
}

/** Accounts with what an operator needs to know of them, newest first. Nothing that opens one leaves the database. */
export async function listAccounts(db: Db, filter: AccountFilter, page: Page) {
  return db
    .selectFrom('account')
    .select((eb) => [
      'account.id',
      'account.email',
      'account.name',
      'account.language',
      'account.email_verified_at',
      'account.is_admin',
      'account.must_change_password',
      'account.totp_enabled_at',
      'account.suspended_at',
      'account.suspension_reason',
      'account.created_at',
      eb
        .selectFrom('session')
        .whereRef('session.account_id', '=', 'account.id')
        .select((session) => session.fn.max('session.last_seen_at').as('at'))
        .as('last_seen_at'),
      jsonArrayFrom(
        eb
          .selectFrom('membership')
          .innerJoin('organization', 'organization.id', 'membership.organization_id')
          .whereRef('membership.account_id', '=', 'account.id')
          .select(['organization.id', 'organization.name', 'membership.role'])
          .orderBy('membership.created_at')
          .orderBy('organization.id'),
      ).as('organizations'),
    ])
    .where((eb) => accountMatches(eb, filter))
    .orderBy('account.created_at', 'desc')
    .orderBy('account.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

/** How many accounts were made on each day that any was, in UTC. @param from as `2026-11-23`, included */
export async function countNewAccounts(db: Db, from: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
    from account where created_at >= ${from}::timestamp at time zone 'UTC' group by 1`.execute(db);
  return rows;
}

export async function countAccounts(db: Db, filter: AccountFilter): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => accountMatches(eb, filter))
    .executeTakeFirstOrThrow();
  return count;
}

function organizationMatches(
  eb: ExpressionBuilder<Schema, 'organization'>,
  filter: OrganizationFilter,
): Expression<SqlBool> {
  return eb.and([
    ...(filter.id === undefined ? [] : [eb('organization.id', '=', filter.id)]),
    ...(filter.nameContains === undefined ? [] : [contains(eb.ref('organization.name'), filter.nameContains)]),
    ...(filter.ownerContains === undefined ? [] : [hasOwner(eb, filter.ownerContains)]),
    ...(filter.status === undefined ? [] : [isInState(eb, filter.status)]),
  ]);
}

function hasOwner(eb: ExpressionBuilder<Schema, 'organization'>, emailContains: string): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('membership')
      .innerJoin('account', 'account.id', 'membership.account_id')
      .whereRef('membership.organization_id', '=', 'organization.id')
      .where('membership.role', '=', 'owner')
      .where((owner) => contains(owner.ref('account.email_key'), emailContains))
      .select('account.id'),
  );
}

/** A closed organization has no other state. */
function isInState(
  eb: ExpressionBuilder<Schema, 'organization'>,
  status: AdminOrganization['status'],
): Expression<SqlBool> {
  if (status === 'closed') return eb('organization.closed_at', 'is not', null);
  const suspended = status === 'suspended' ? ('is not' as const) : ('is' as const);
  return eb.and([eb('organization.closed_at', 'is', null), eb('organization.suspended_at', suspended, null)]);
}

/** Organizations with what an operator needs to know of them, newest first. */
export async function listOrganizations(db: Db, filter: OrganizationFilter, page: Page) {
  return db
    .selectFrom('organization')
    .select((eb) => [
      'organization.id',
      'organization.name',
      'organization.kind',
      'organization.provider_code',
      'organization.suspended_at',
      'organization.closed_at',
      'organization.created_at',
      // The reason is stored only where the suspension was recorded.
      eb
        .selectFrom('audit_log')
        .whereRef('audit_log.organization_id', '=', 'organization.id')
        .where('audit_log.action', '=', SUSPENDED)
        .select(sql<string | null>`audit_log.details->>'reason'`.as('reason'))
        .orderBy('audit_log.created_at', 'desc')
        .limit(1)
        .as('last_suspension_reason'),
      eb
        .selectFrom('membership')
        .whereRef('membership.organization_id', '=', 'organization.id')
        .select((membership) => membership.fn.countAll<number>().as('count'))
        .as('member_count'),
      eb
        .selectFrom('api_key')
        .whereRef('api_key.organization_id', '=', 'organization.id')
        .where('revoked_at', 'is', null)
        .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', sql<Date>`now()`)]))
        .select((key) => key.fn.countAll<number>().as('count'))
        .as('active_key_count'),
      jsonArrayFrom(
        eb
          .selectFrom('membership')
          .innerJoin('account', 'account.id', 'membership.account_id')
          .whereRef('membership.organization_id', '=', 'organization.id')
          .where('membership.role', '=', 'owner')
          .select(['account.id', 'account.email'])
          .orderBy('membership.created_at')
          .orderBy('account.id'),
      ).as('owners'),
    ])
    .where((eb) => organizationMatches(eb, filter))
    .orderBy('organization.created_at', 'desc')
    .orderBy('organization.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export type OrganizationRow = Awaited<ReturnType<typeof listOrganizations>>[number];

export async function countOrganizations(db: Db, filter: OrganizationFilter): Promise<number> {
  const { count } = await db
    .selectFrom('organization')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => organizationMatches(eb, filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** The names of organizations, by their identifiers. */
export async function nameOrganizations(db: Db, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${ids.filter((id) => id !== null)}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether anything changed: repeating the current state changes nothing, and a closed organization does not change. */
export async function updateSuspension(trx: Db, id: string, to: 'active' | 'suspended'): Promise<boolean> {
  const row = await trx
    .updateTable('organization')
    .set({ suspended_at: to === 'suspended' ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('suspended_at', to === 'suspended' ? 'is' : 'is not', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anything changed: an account that is already so keeps the time and the first reason. */
export async function updateAccountSuspension(trx: Db, id: string, reason: string | null): Promise<boolean> {
  const row = await trx
    .updateTable('account')
    .set({ suspended_at: reason === null ? null : sql<Date>`now()`, suspension_reason: reason })
    .where('id', '=', id)
    .where('suspended_at', reason === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface LockedAccount {
  id: string;
  email: string;
  is_admin: boolean;
  email_verified_at: Date | null;
}

/** Locked, so that no sign-in passes by a change of the account. */
export async function lockAccountById(trx: Db, id: string): Promise<{ is_admin: boolean } | undefined> {
  return trx.selectFrom('account').select('is_admin').where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function lockAccountByEmail(trx: Db, email: string): Promise<LockedAccount | undefined> {
  return trx
    .selectFrom('account')
    .select(['id', 'email', 'is_admin', 'email_verified_at'])
    .where('email_key', '=', sql<string>`lower(${email})`)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks every administrator, so that two simultaneous removals do not leave none. */
export async function lockAdministrators(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('account')
    .select('id')
    .where('is_admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function countAdministrators(db: Db): Promise<number> {
  return countAccounts(db, { isAdmin: true });
}

export async function updateAdministrator(trx: Db, id: string, isAdmin: boolean): Promise<void> {
  await trx.updateTable('account').set({ is_admin: isAdmin }).where('id', '=', id).execute();
}

/** The operator vouches for the address, and knows the password until it is changed. */
export async function markMadeByOperator(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ is_admin: true, email_verified_at: sql<Date>`now()`, must_change_password: true })
    .where('id', '=', id)
    .execute();
}

/** A password that only allows setting another. Mailed links that set one or change the address are void. */
export async function updateOneTimePassword(trx: Db, id: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('account')
    .set({ password_hash: passwordHash, password_changed_at: sql<Date>`now()`, must_change_password: true })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('account_token')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', id)
    .where('kind', 'in', ['password_reset', 'email_change'])
    .where('used_at', 'is', null)
    .execute();
}

/**
 * The operator's organization: the first one that has no members, made by the first start or `keys create` before there were
 * accounts, or that an administrator owns. Never one that a stranger registered.
 */
export async function findOperatorOrganization(db: Db): Promise<{ id: string; hasMembers: boolean } | undefined> {
  const members = sql<number>`count(account.id)`;
  return db
    .selectFrom('organization')
    .leftJoin('membership', 'membership.organization_id', 'organization.id')
    .leftJoin('account', 'account.id', 'membership.account_id')
    .select(['organization.id', sql<boolean>`${members} > 0`.as('hasMembers')])
    .where('organization.kind', '=', 'personal')
    .where('organization.closed_at', 'is', null)
    .groupBy('organization.id')
    .having(sql<boolean>`${members} = 0 or bool_or(account.is_admin and membership.role = 'owner')`)
    .orderBy('organization.created_at')
    .orderBy('organization.id')
    .limit(1)
    .executeTakeFirst();
}
