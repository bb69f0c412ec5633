import type { DbTransaction } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { getAccount, getLockedAccount, type SignedInCaller } from '../accounts/index.ts';
import { lockAdministrators } from '../admin/index.ts';
import { listKeysMadeBy } from '../api-keys/index.ts';
import { writeAudit } from '../audit/index.ts';
import { queueMail } from '../mail/index.ts';
import { leaveOrganization, lockOrganization } from '../organizations/index.ts';
import { endOrganization, type CredentialsChoice, type EndOfOrganization } from './end-organization.ts';
import {
  deleteAccountRow,
  deleteInvitationsTo,
  deleteMailsTo,
  forgetSignerAddress,
  listHeldMemberships,
  listOwnAddresses,
  redactAudit,
  type HeldMembership,
} from './queries/forget.ts';
import { fateOf } from './rules.ts';
import type { RightsServices } from './services.ts';

/**
 * Deletes the account of the caller, all in one transaction: organizations with no other members close with it, others lose a
 * member, and what names the person is deleted. The log keeps only the identifier. A confirmation goes to the address.
 *
 * @param credentials what becomes of the credentials of the organizations that close
 * @throws {AppError} AUTH_REQUIRED when the account is deleted already, CONFLICT
 */
export async function deleteAccount(
  services: RightsServices,
  caller: SignedInCaller,
  credentials: CredentialsChoice,
): Promise<void> {
  const { db, secrets, clock } = services;
  await db.transaction().execute(async (trx) => {
    const { id, email, language } = await lockForDeletion(trx, caller.accountId);
    const held = await lockMemberships(trx, id);
    // The address of the request is not kept for somebody who is to be forgotten.
    const by = { actor: { kind: 'account', id }, address: null, requestId: caller.requestId } as const;
    await writeAudit(trx, {
      ...by,
      organizationId: held.find(({ kind }) => kind === 'personal')?.organizationId ?? null,
      action: 'account.deleted',
      target: { kind: 'account', id },
    });
    for (const membership of held) await leave(trx, services, membership, { caller, credentials, by });
    await forgetPerson(trx, id, held);
    const values = { address: caller.address, when: clock.now().toISOString() };
    await queueMail(trx, secrets, { template: 'account_deleted', to: email, language, values });
    await deleteAccountRow(trx, id);
  });
}

/** Locks administrators before the account, as everything that counts them does, so that two deletions do not deadlock. */
async function lockForDeletion(trx: DbTransaction, accountId: string) {
  const seen = await getAccount(trx, accountId);
  const administrators = seen.is_admin ? await lockAdministrators(trx) : [];
  const account = await getLockedAccount(trx, accountId);
  if (account.is_admin && administrators.length < 2) {
    throw new AppError('CONFLICT', { details: { reason: 'last_administrator' } });
  }
  return account;
}

/** @throws {AppError} CONFLICT naming the organizations that need another owner first */
async function lockMemberships(trx: DbTransaction, accountId: string): Promise<HeldMembership[]> {
  for (const { organizationId } of await listHeldMemberships(trx, accountId)) {
    await lockOrganization(trx, organizationId);
  }
  const held = await listHeldMemberships(trx, accountId);
  const organizations = held
    .filter((membership) => fateOf(membership) === 'needs_owner')
    .map(({ organizationId: id, name }) => ({ id, name }));
  if (organizations.length > 0) throw new AppError('CONFLICT', { details: { reason: 'last_owner', organizations } });
  return held;
}

async function leave(
  trx: DbTransaction,
  services: RightsServices,
  membership: HeldMembership,
  { caller, credentials, by }: Pick<EndOfOrganization, 'credentials' | 'by'> & { caller: SignedInCaller },
): Promise<void> {
  const { organizationId, kind, role } = membership;
  const { accountId, address } = caller;
  if (fateOf(membership) === 'closes') {
    const forgetsName = kind === 'personal';
    await endOrganization(trx, services, { organizationId, credentials, by, forgetsName });
    return;
  }
  const made = await listKeysMadeBy(trx, { accountId, organizationId });
  const keys = made.map(({ id }) => id);
  const change = { organizationId, accountId, by: { ...by, address }, logged: by };
  await leaveOrganization(trx, services, { ...change, role, keys });
  await forgetSignerAddress(trx, organizationId, accountId);
}

async function forgetPerson(trx: DbTransaction, accountId: string, held: readonly HeldMembership[]): Promise<void> {
  const addresses = await listOwnAddresses(trx, accountId);
  await deleteMailsTo(trx, addresses);
  await deleteInvitationsTo(trx, addresses);
  const homes = held.filter(({ kind }) => kind === 'personal').map(({ organizationId }) => organizationId);
  await redactAudit(trx, { accountId, addresses, homes });
}
