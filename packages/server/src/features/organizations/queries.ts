import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { databaseTimeIn } from '../../platform/database-time.ts';
import type { InvitationTable, OrganizationKind, OrganizationTable } from '../../platform/schema/organizations.ts';
import type { Role } from '../../shared/permissions.ts';
import { isId } from '../../shared/ids.ts';

export type Organization = Selectable<OrganizationTable>;
/** With the role of the requesting account. */
export type OwnOrganization = Organization & { role: Role };
export interface Member {
  account_id: string;
  email: string;
  name: string;
  role: Role;
  created_at: Date;
}
export type Invitation = Omit<Selectable<InvitationTable>, 'email_key'>;

/** A part of a list, newest first. */
export interface Page {
  limit: number;
  offset: number;
}
export interface PageOf<T> {
  rows: T[];
  total: number;
}

export async function insertOrganization(
  trx: Db,
  organization: { id: string; name: string; kind: OrganizationKind },
): Promise<Organization> {
  return trx.insertInto('organization').values(organization).returningAll().executeTakeFirstOrThrow();
}

export async function insertMembership(
  trx: Db,
  membership: { organization_id: string; account_id: string; role: Role },
): Promise<void> {
  await trx.insertInto('membership').values(membership).execute();
}

/** A closed organization does not exist for those who act for organizations. */
function openOrganizations(db: Db) {
  return db.selectFrom('organization').selectAll().where('closed_at', 'is', null);
}

export async function findOrganization(db: Db, id: string): Promise<Organization | undefined> {
  return openOrganizations(db).where('id', '=', id).executeTakeFirst();
}

/** The organization that was made first; a new installation has just one. */
export async function findFirstOrganization(db: Db): Promise<Organization | undefined> {
  return openOrganizations(db).orderBy('created_at').limit(1).executeTakeFirst();
}

export async function updateProviderCode(trx: Db, id: string, code: string | null): Promise<Organization> {
  return trx
    .updateTable('organization')
    .set({ provider_code: code })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function ownOrganizations(db: Db, accountId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.organization_id')
    .where('membership.account_id', '=', accountId);
}

/** Those with the account as a member. */
export async function listOwnOrganizations(db: Db, accountId: string, page: Page): Promise<PageOf<OwnOrganization>> {
  const query = ownOrganizations(db, accountId);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('organization')
    .select('membership.role')
    .orderBy('organization.created_at', 'desc')
    .orderBy('organization.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

export async function findOwnOrganization(db: Db, id: string, accountId: string): Promise<OwnOrganization | undefined> {
  return ownOrganizations(db, accountId)
    .selectAll('organization')
    .select('membership.role')
    .where('organization.id', '=', id)
    .executeTakeFirst();
}

/**
 * Every change of members and invitations holds this lock, so that each sees the result of the one before. Rows that only refer
 * to the organization (jobs, keys) do not wait for it.
 */
export async function lockOrganization(trx: Db, id: string): Promise<Organization | undefined> {
  return openOrganizations(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function updateName(trx: Db, id: string, name: string): Promise<void> {
  await trx.updateTable('organization').set({ name }).where('id', '=', id).execute();
}

function members(db: Db, organizationId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .where('membership.organization_id', '=', organizationId);
}

const MEMBER = [
  'membership.account_id',
  'account.email',
  'account.name',
  'membership.role',
  'membership.created_at',
] as const;

export async function listMembers(db: Db, organizationId: string, page: Page): Promise<PageOf<Member>> {
  const query = members(db, organizationId);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(MEMBER)
    .orderBy('membership.created_at', 'desc')
    .orderBy('membership.account_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

/** A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000). */
export async function findMember(db: Db, organizationId: string, accountId: string): Promise<Member | undefined> {
  return members(db, organizationId)
    .select(MEMBER)
    .where('account.id', '=', isId('account', accountId) ? accountId : '')
    .executeTakeFirst();
}

export async function isMemberAddress(db: Db, organizationId: string, email: string): Promise<boolean> {
  const row = await members(db, organizationId)
    .select('account.id')
    .where('account.email_key', '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countOwners(db: Db, organizationId: string): Promise<number> {
  const { owners } = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('owners'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return owners;
}

export async function updateRole(trx: Db, organizationId: string, accountId: string, role: Role): Promise<void> {
  await trx
    .updateTable('membership')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function deleteMembership(trx: Db, organizationId: string, accountId: string): Promise<void> {
  await trx
    .deleteFrom('membership')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

export interface NewInvitationRow {
  id: string;
  organization_id: string;
  email: string;
  role: Role;
  token_sha256: Buffer;
  invited_by: string;
  lifetimeMs: number;
}

const INVITATION = [
  'invitation.id',
  'invitation.organization_id',
  'invitation.email',
  'invitation.role',
  'invitation.token_sha256',
  'invitation.invited_by',
  'invitation.created_at',
  'invitation.expires_at',
  'invitation.accepted_at',
  'invitation.revoked_at',
] as const;

export async function insertInvitation(trx: Db, { lifetimeMs, ...row }: NewInvitationRow): Promise<Invitation> {
  return trx
    .insertInto('invitation')
    .values({ ...row, expires_at: databaseTimeIn(lifetimeMs) })
    .returning(INVITATION)
    .executeTakeFirstOrThrow();
}

/** Neither accepted nor revoked; an expired one is included, because the next one replaces it. */
function openInvitations(db: Db, organizationId: string) {
  return db
    .selectFrom('invitation')
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);
}

/** `is_over` is true once it has expired. */
export type ListedInvitation = Invitation & { is_over: boolean };

export async function listOpenInvitations(
  db: Db,
  organizationId: string,
  page: Page,
): Promise<PageOf<ListedInvitation>> {
  const query = openInvitations(db, organizationId);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(INVITATION)
    .select(sql<boolean>`invitation.expires_at <= now()`.as('is_over'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

export async function findOpenInvitation(db: Db, organizationId: string, id: string): Promise<Invitation | undefined> {
  return openInvitations(db, organizationId)
    .select(INVITATION)
    .where('id', '=', isId('invitation', id) ? id : '')
    .executeTakeFirst();
}

export async function findOpenInvitationTo(
  db: Db,
  organizationId: string,
  email: string,
): Promise<Invitation | undefined> {
  return openInvitations(db, organizationId)
    .select(INVITATION)
    .where('email_key', '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
}

/** All open invitations that an account sent. */
export async function listOpenInvitationsOf(db: Db, organizationId: string, accountId: string): Promise<Invitation[]> {
  return openInvitations(db, organizationId).select(INVITATION).where('invited_by', '=', accountId).execute();
}

/** Finds an invitation by its token, if it was sent to the confirmed address of this account; `is_in_time` until it expires. */
export async function findInvitationFor(
  db: Db,
  tokenSha256: Buffer,
  accountId: string,
): Promise<(Invitation & { is_in_time: boolean }) | undefined> {
  return db
    .selectFrom('invitation')
    .innerJoin('account', 'account.email_key', 'invitation.email_key')
    .select(INVITATION)
    .select(sql<boolean>`invitation.expires_at > now()`.as('is_in_time'))
    .where('invitation.token_sha256', '=', tokenSha256)
    .where('account.id', '=', accountId)
    .where('account.email_verified_at', 'is not', null)
    .executeTakeFirst();
}

/** An invitation as the page behind its link shows it. */
export interface OfferedInvitation extends Pick<Invitation, 'email' | 'role' | 'organization_id' | 'expires_at'> {
  organization_name: string;
  organization_suspended_at: Date | null;
  /** Name or address of the sender; null when the account was deleted. */
  inviter: string | null;
  is_open: boolean;
  /** Whether it was ever accepted. */
  is_accepted: boolean;
}

/** For the holder of the link; the answer does not reveal whether the address has an account. */
export async function findInvitationByToken(db: Db, tokenSha256: Buffer): Promise<OfferedInvitation | undefined> {
  return db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organization_id')
    .leftJoin('account', 'account.id', 'invitation.invited_by')
    .select([
      'invitation.email',
      'invitation.role',
      'invitation.organization_id',
      'invitation.expires_at',
      'organization.name as organization_name',
      'organization.suspended_at as organization_suspended_at',
      sql<string | null>`coalesce(nullif(account.name, ''), account.email)`.as('inviter'),
      sql<boolean>`invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()`.as(
        'is_open',
      ),
      sql<boolean>`invitation.accepted_at is not null`.as('is_accepted'),
    ])
    .where('invitation.token_sha256', '=', tokenSha256)
    .executeTakeFirst();
}

export async function markInvitationAccepted(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ accepted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function markInvitationRevoked(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
