import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { OrganizationKind } from '../../../platform/schema/organizations.ts';
import type { Role } from '../../../shared/permissions.ts';

/** An organization of an account, with what decides its fate. */
export interface HeldMembership {
  organizationId: string;
  name: string;
  kind: OrganizationKind;
  role: Role;
  members: number;
  owners: number;
}

const others = sql`select count(*)::int from membership other where other.organization_id = membership.organization_id`;

/** The account's memberships, in the order in which they are locked. */
export async function listHeldMemberships(db: Db, accountId: string): Promise<HeldMembership[]> {
  return db
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.organization_id')
    .select(['organization.id as organizationId', 'organization.name', 'organization.kind', 'membership.role'])
    .select([sql<number>`(${others})`.as('members'), sql<number>`(${others} and other.role = 'owner')`.as('owners')])
    .where('membership.account_id', '=', accountId)
    .orderBy('organization.id')
    .execute();
}

/** Every address that the account has had, in lower case, except those that another account has by now. */
export async function listOwnAddresses(trx: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with own as (
      select email_key as address from account where id = ${accountId}
      union
      select lower(changed.address) from audit_log,
        lateral (values (details->>'from'), (details->>'to')) as changed (address)
      where actor_id = ${accountId} and actor_kind = 'account' and action = 'account.email_changed'
    )
    select address from own
    where address is not null and address not in (select email_key from account where id <> ${accountId})
  `.execute(trx);
  return rows.map(({ address }) => address);
}

/** Deletes waiting and sent mails: recipient and kind of each. */
export async function deleteMailsTo(trx: Db, addresses: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where(sql<string>`lower(recipient)`, 'in', addresses)
    .execute();
}

export async function deleteInvitationsTo(trx: Db, addresses: readonly string[]): Promise<void> {
  await trx.deleteFrom('invitation').where('email_key', 'in', addresses).execute();
}

/** Jobs that the account had signed stay with their organization; the address of the request does not. */
export async function forgetSignerAddress(trx: Db, organizationId: string, accountId: string): Promise<void> {
  await trx
    .updateTable('job')
    .set({ input: sql<string>`jsonb_set(input, '{address}', '""')` })
    .where('organization_id', '=', organizationId)
    .where(sql<string>`input->>'account_id'`, '=', accountId)
    .execute();
}

/**
 * Removes from the log what names a person or tells where they were. That this identifier did these things stays: those who
 * answer for an organization must know who did what in it.
 *
 * @param person.homes organizations that are closed with the account and bear the person's name
 */
export async function redactAudit(
  trx: Db,
  { accountId, addresses, homes }: { accountId: string; addresses: readonly string[]; homes: readonly string[] },
): Promise<void> {
  await sql`
    update audit_log set address = null
    where actor_id = ${accountId} and actor_kind = 'account' and address is not null
  `.execute(trx);
  await sql`
    update audit_log set details = details - 'name' - 'from' - 'to'
    where actor_id = ${accountId} and action in ('account.updated', 'account.email_changed')
  `.execute(trx);
  await sql`
    update audit_log set details = details - 'email'
    where details ? 'email' and lower(details->>'email') = any(${[...addresses]}::text[])
  `.execute(trx);
  await sql`
    update audit_log set details = details - 'name'
    where organization_id = any(${[...homes]}::text[])
      and action in ('organization.created', 'organization.updated')
  `.execute(trx);
}

/** Deletes the row, and with it sessions, links, recovery codes and memberships. */
export async function deleteAccountRow(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('account').where('id', '=', accountId).execute();
}
