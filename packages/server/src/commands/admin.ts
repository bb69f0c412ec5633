import {
  changeSuspension,
  createAdministrator,
  findAccounts,
  findOrganizations,
  grantAdministrator,
  newOneTimePassword,
  resetPassword,
  revokeAdministrator,
  type AdminAccount,
  type AdminOrganization,
} from '../features/admin/index.ts';
import { createPasswords } from '../platform/passwords.ts';
import { isAccountAddress } from '../shared/mail-address.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { COMMAND_ACTOR, withDatabase } from './with-database.ts';

/** An account with a password that is shown only now and only allows setting another. */
export interface OneTimePassword {
  account: AdminAccount;
  password: string;
}

/** The newest matches of each kind, and how many there are. */
export interface AdminFound {
  accounts: { data: AdminAccount[]; total: number };
  organizations: { data: AdminOrganization[]; total: number };
}

export interface SuspendRequest {
  organization_id: string;
  reason: string;
}

const BY = { actor: COMMAND_ACTOR };
/** Enough for a terminal; the routes have pages. */
const SHOWN = { limit: 100, offset: 0 };
const REASON_CHARACTERS = 500;

export async function createAdministratorCommand(
  environment: Environment,
  email: string,
): Promise<CommandResult<OneTimePassword>> {
  if (!isAccountAddress(email)) return refused('EMAIL_INVALID', `${email} is no e-mail address.`);
  return withDatabase(environment, async ({ database }) => {
    const { password, passwordHash } = await makePassword();
    const account = await database.db
      .transaction()
      .execute((trx) => createAdministrator(trx, { email, passwordHash, by: BY }));
    return account === undefined
      ? refused('CONFLICT', `${email} has an account; revera admin grant makes it an administrator.`)
      : done({ account, password });
  });
}

export async function resetPasswordCommand(
  environment: Environment,
  email: string,
): Promise<CommandResult<OneTimePassword>> {
  return withDatabase(environment, async ({ database }) => {
    const { password, passwordHash } = await makePassword();
    const account = await resetPassword(database.db, { email, passwordHash, by: BY });
    return account === undefined ? noAccount(email) : done({ account, password });
  });
}

async function makePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = newOneTimePassword();
  return { password, passwordHash: await createPasswords().hashPassword(password) };
}

export function grantAdministratorCommand(
  environment: Environment,
  email: string,
): Promise<CommandResult<AdminAccount>> {
  return withDatabase(environment, async ({ database }) => {
    const granted = await grantAdministrator(database.db, email, BY);
    if (granted === 'not_found') return noAccount(email);
    return granted === 'not_verified'
      ? refused('CONFLICT', `${email} was not confirmed by its owner, so the account may be a stranger's.`)
      : done(granted);
  });
}

export function revokeAdministratorCommand(
  environment: Environment,
  email: string,
): Promise<CommandResult<AdminAccount>> {
  return withDatabase(environment, async ({ database }) => {
    const revoked = await revokeAdministrator(database.db, email, BY);
    if (revoked === 'not_found') return noAccount(email);
    return revoked === 'last_administrator'
      ? refused('CONFLICT', `${email} is the last administrator; make another one first.`)
      : done(revoked);
  });
}

export function listAdministratorsCommand(environment: Environment): Promise<CommandResult<AdminAccount[]>> {
  return withDatabase(environment, async ({ database }) =>
    done((await findAccounts(database.db, { isAdmin: true }, SHOWN)).data),
  );
}

/** Accounts by address and organizations by name, or either by its identifier. */
export function findCommand(environment: Environment, text: string): Promise<CommandResult<AdminFound>> {
  return withDatabase(environment, async ({ database: { db } }) => {
    const accounts = await findAccounts(db, text.startsWith('usr_') ? { id: text } : { emailContains: text }, SHOWN);
    const organizations = await findOrganizations(
      db,
      text.startsWith('org_') ? { id: text } : { nameContains: text },
      SHOWN,
    );
    return done({
      accounts: { data: accounts.data, total: accounts.total },
      organizations: { data: organizations.data, total: organizations.total },
    });
  });
}

export async function suspendCommand(
  environment: Environment,
  { organization_id, reason }: SuspendRequest,
): Promise<CommandResult<AdminOrganization>> {
  if (reason.length > REASON_CHARACTERS) {
    return refused('REASON_INVALID', `A reason has at most ${REASON_CHARACTERS} characters.`);
  }
  return withDatabase(environment, async ({ database }) => {
    const organization = await changeSuspension(database.db, organization_id, { to: 'suspended', reason }, BY);
    return organization === undefined ? noOrganization(organization_id) : done(organization);
  });
}

export function restoreCommand(environment: Environment, id: string): Promise<CommandResult<AdminOrganization>> {
  return withDatabase(environment, async ({ database }) => {
    const organization = await changeSuspension(database.db, id, { to: 'active' }, BY);
    return organization === undefined ? noOrganization(id) : done(organization);
  });
}

function noAccount(email: string): ReturnType<typeof refused> {
  return refused('NOT_FOUND', `There is no account ${email}.`);
}

function noOrganization(id: string): ReturnType<typeof refused> {
  return refused('NOT_FOUND', `There is no organization ${id}.`);
}
