import { createAccount } from '../features/accounts/index.ts';
import { insertMembership } from '../features/organizations/index.ts';
import { startSession } from '../features/sessions/index.ts';
import type { Services } from '../services.ts';
import { randomBase62 } from '../shared/ids.ts';
import type { Role } from '../shared/permissions.ts';
import { CSRF_HEADER, csrfTokenOf, SESSION_COOKIE } from '../shared/session-token.ts';

/** The browser of a signed-in person. */
export interface TestSession {
  /** The whole header `Cookie`. */
  cookie: string;
  csrf: string;
  /** The organization to act for, in the header X-Organization-Id; undefined for the account's own. */
  organizationId?: string;
}

export interface TestAccount {
  accountId: string;
  /** The given one, else the personal one. */
  organizationId: string;
  email: string;
  password: string;
  session: TestSession;
}

export interface TestAccountOptions {
  /** A new one by default. */
  email?: string;
  /** Default true. */
  verified?: boolean;
  /** In the organization below. Default `owner`. */
  role?: Role;
  /** Joins this organization, and the session acts for it. Default: the personal one, which every account has. */
  organizationId?: string;
  isAdmin?: boolean;
  password?: string;
}

/** Most tests never sign in with it, so it is hashed once for a whole server. */
const TEST_PASSWORD = 'brass kettle under the pier';
const USER_AGENT = 'Mozilla/5.0 (test)';

/** Makes signed-in accounts for one server. */
export function accountMaker(services: Services): (options?: TestAccountOptions) => Promise<TestAccount> {
  const { database, passwords } = services;
  let usualHash: Promise<string> | undefined;
  return async (options = {}) => {
    const {
      email = `${randomBase62(12).toLowerCase()}@example.com`,
      password = TEST_PASSWORD,
      role = 'owner',
    } = options;
    usualHash ??= passwords.hashPassword(TEST_PASSWORD);
    const passwordHash = await (password === TEST_PASSWORD ? usualHash : passwords.hashPassword(password));
    const account = await database.db.transaction().execute(async (trx): Promise<TestAccount> => {
      const created = await createAccount(trx, { email, name: '', language: 'en', passwordHash });
      if (created === undefined) throw new Error(`${email} has an account`);
      const accountId = created.account.id;
      const organizationId = options.organizationId ?? created.organizationId;
      if (organizationId !== created.organizationId) {
        await insertMembership(trx, { organization_id: organizationId, account_id: accountId, role });
      }
      const { token } = await startSession(trx, { accountId, userAgent: USER_AGENT, address: '127.0.0.1' });
      return { accountId, organizationId, email, password, session: { ...sessionOf(token), organizationId } };
    });
    const { accountId, organizationId } = account;
    const { isAdmin = false, verified = true } = options;
    await database.pool.query(
      'update account set is_admin = $2, email_verified_at = case when $3 then now() end where id = $1',
      [accountId, isAdmin, verified],
    );
    await database.pool.query('update membership set role = $3 where organization_id = $1 and account_id = $2', [
      organizationId,
      accountId,
      role,
    ]);
    return account;
  };
}

/** The session of a browser that has this token. */
export function sessionOf(token: string): TestSession {
  return { cookie: `${SESSION_COOKIE}=${token}`, csrf: csrfTokenOf(token) };
}

/** The headers by which a browser shows its session. */
export function sessionHeaders({ cookie, csrf, organizationId }: TestSession): Record<string, string> {
  const organization = organizationId === undefined ? {} : { 'x-organization-id': organizationId };
  return { cookie, [CSRF_HEADER]: csrf, ...organization };
}
