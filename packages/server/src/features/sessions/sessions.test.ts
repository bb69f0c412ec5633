import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { newId } from '../../shared/ids.ts';
import { requireRecentAuthentication } from '../../shared/require-recent.ts';
import { hashSecretToken, newSecretToken } from '../../shared/session-token.ts';
import {
  authenticateSession,
  findMembership,
  listUsableSessions,
  markReauthenticated,
  markSessionEnded,
  markSessionsEnded,
  pruneSessions,
  SESSION_LIFETIME_MS,
  startSession,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function newAccount(change: { isAdmin?: boolean; verified?: boolean } = {}): Promise<string> {
  const id = newId('account');
  await database.pool.query(
    'insert into account (id, email, is_admin, email_verified_at) values ($1, $2, $3, case when $4 then now() end)',
    [id, `${id}@example.com`, change.isAdmin ?? false, change.verified ?? true],
  );
  return id;
}

async function newOrganization(kind: 'personal' | 'team', members: Record<string, string>): Promise<string> {
  const id = newId('organization');
  await database.pool.query('insert into organization (id, name, kind) values ($1, $2, $3)', [id, 'O', kind]);
  for (const [account, role] of Object.entries(members)) {
    await database.pool.query('insert into membership values ($1, $2, $3)', [id, account, role]);
  }
  return id;
}

async function newSession(accountId: string) {
  const { session, token } = await startSession(database.db, { accountId, userAgent: 'Test', address: '192.0.2.1' });
  return { id: session.id, token, session };
}

/** Moves time on for one session. */
const shift = (id: string, column: 'last_seen_at' | 'expires_at' | 'reauthenticated_at', interval: string) =>
  database.pool.query(`update session set ${column} = ${column} - $2::interval where id = $1`, [id, interval]);
const who = async (token: string) => authenticateSession(database.db, token);
async function lastSeen(id: string): Promise<Date> {
  const { rows } = await database.pool.query<{ at: Date }>('select last_seen_at as at from session where id = $1', [
    id,
  ]);
  return rows[0]?.at ?? new Date(Number.NaN);
}

describe('a session', () => {
  it('is found by its token, with what the guards need of its account', async () => {
    const accountId = await newAccount({ isAdmin: true, verified: false });
    const { id, token, session } = await newSession(accountId);
    expect(await who(token)).toEqual({
      kind: 'account',
      accountId,
      sessionId: id,
      isEmailVerified: false,
      isAdmin: true,
      hasSecondFactor: false,
      isRecentlyAuthenticated: true,
    });
    expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(SESSION_LIFETIME_MS);
  });

  it('is stored by the digest of its token alone', async () => {
    const { id, token } = await newSession(await newAccount());
    const { rows } = await database.pool.query<{ row: string }>(
      'select session::text as row from session where id = $1',
      [id],
    );
    expect(rows[0]?.row).toContain(hashSecretToken(token).toString('hex'));
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
  });

  it('is invalid for a token that nobody has', async () => {
    expect(await who(newSecretToken().token)).toBe('invalid');
  });

  it('ends when it lay unused for fourteen days, and not before', async () => {
    const { id, token } = await newSession(await newAccount());
    await shift(id, 'last_seen_at', '13 days 23 hours 59 minutes');
    expect(await who(token)).not.toBe('invalid');
    await shift(id, 'last_seen_at', '14 days');
    expect(await who(token)).toBe('invalid');
  });

  it('goes on while it is used: each use begins the fourteen days anew', async () => {
    const { id, token } = await newSession(await newAccount());
    for (let round = 0; round < 2; round += 1) {
      await shift(id, 'last_seen_at', '10 days');
      expect(await who(token)).not.toBe('invalid');
    }
  });

  it('ends thirty days after it began, however often it is used', async () => {
    const { id, token } = await newSession(await newAccount());
    await shift(id, 'expires_at', '29 days 23 hours 59 minutes');
    expect(await who(token)).not.toBe('invalid');
    await shift(id, 'expires_at', '1 minute');
    expect(await who(token)).toBe('invalid');
  });

  it('writes at most once a minute that it was seen', async () => {
    const { id, token } = await newSession(await newAccount());
    await shift(id, 'last_seen_at', '50 seconds');
    const before = await lastSeen(id);
    await who(token);
    expect(await lastSeen(id)).toEqual(before);
    await shift(id, 'last_seen_at', '20 seconds');
    await who(token);
    expect((await lastSeen(id)).getTime()).toBeGreaterThan(before.getTime());
  });

  it('is not kept alive by its use once it is over', async () => {
    const { id, token } = await newSession(await newAccount());
    await shift(id, 'last_seen_at', '15 days');
    const before = await lastSeen(id);
    await who(token);
    expect(await lastSeen(id)).toEqual(before);
  });

  it('is gone with its account', async () => {
    const accountId = await newAccount();
    const { token } = await newSession(accountId);
    await database.pool.query('delete from account where id = $1', [accountId]);
    expect(await who(token)).toBe('invalid');
  });
});

describe('ending sessions', () => {
  it('ends one of the account’s own, and keeps the time of its end', async () => {
    const accountId = await newAccount();
    const [one, other] = [await newSession(accountId), await newSession(accountId)];
    expect(await markSessionEnded(database.db, accountId, one.id)).toBe(true);
    expect([await who(one.token), await who(other.token)]).toEqual(['invalid', expect.objectContaining({ accountId })]);
    const endedAt = async () =>
      (await database.pool.query<{ at: Date }>('select ended_at as at from session where id = $1', [one.id])).rows[0]
        ?.at;
    const first = await endedAt();
    expect(await markSessionEnded(database.db, accountId, one.id)).toBe(true);
    expect(await endedAt()).toEqual(first);
  });

  it('does not end those of others', async () => {
    const { id, token } = await newSession(await newAccount());
    expect(await markSessionEnded(database.db, await newAccount(), id)).toBe(false);
    expect(await who(token)).not.toBe('invalid');
  });

  it('ends all of an account, or all but one', async () => {
    const accountId = await newAccount();
    const sessions = [await newSession(accountId), await newSession(accountId), await newSession(accountId)];
    const [kept, ...rest] = sessions;
    const stranger = await newSession(await newAccount());
    expect(await markSessionsEnded(database.db, accountId, kept?.id ?? '')).toBe(2);
    expect(await Promise.all(rest.map(({ token }) => who(token)))).toEqual(['invalid', 'invalid']);
    expect(await who(kept?.token ?? '')).not.toBe('invalid');
    expect(await markSessionsEnded(database.db, accountId, null)).toBe(1);
    expect(await who(kept?.token ?? '')).toBe('invalid');
    expect(await who(stranger.token)).not.toBe('invalid');
  });

  it('lists what can still be used, newest first', async () => {
    const accountId = await newAccount();
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await newSession(accountId)).id);
    const [first = '', unused = '', over = '', ended = '', last = ''] = made;
    await shift(unused, 'last_seen_at', '15 days');
    await shift(over, 'expires_at', '31 days');
    await markSessionEnded(database.db, accountId, ended);
    await newSession(await newAccount());
    expect((await listUsableSessions(database.db, accountId)).map(({ id }) => id)).toEqual([last, first]);
  });

  it('removes the rows a month after their end', async () => {
    const accountId = await newAccount();
    const [old, recent] = [await newSession(accountId), await newSession(accountId)];
    await shift(old.id, 'expires_at', '60 days 1 minute');
    await shift(recent.id, 'expires_at', '59 days');
    await pruneSessions(database.db);
    const { rows } = await database.pool.query<{ id: string }>('select id from session where account_id = $1', [
      accountId,
    ]);
    expect(rows.map(({ id }) => id)).toEqual([recent.id]);
  });
});

describe('the password that was given recently', () => {
  /** Fails unless it is recent. */
  async function ask(token: string): Promise<void> {
    const found = await who(token);
    if (found === 'invalid') throw new Error('the session is over');
    requireRecentAuthentication(found);
  }

  it('counts for a quarter of an hour', async () => {
    const { id, token } = await newSession(await newAccount());
    await shift(id, 'reauthenticated_at', '14 minutes 30 seconds');
    await ask(token);
    await shift(id, 'reauthenticated_at', '30 seconds');
    await expect(ask(token)).rejects.toThrow('SCOPE_DENIED');
  });

  it('counts anew when it is given again', async () => {
    const { id, token } = await newSession(await newAccount());
    await shift(id, 'reauthenticated_at', '1 hour');
    await expect(ask(token)).rejects.toThrow('SCOPE_DENIED');
    await markReauthenticated(database.db, id);
    await ask(token);
  });
});

describe('for whom an account acts', () => {
  it('the organization that is named, with the role there and its state', async () => {
    const account = await newAccount();
    const team = await newOrganization('team', { [account]: 'billing' });
    expect(await findMembership(database.db, account, team)).toEqual({
      organizationId: team,
      role: 'billing',
      organizationStatus: 'active',
    });
    await database.pool.query('update organization set suspended_at = now() where id = $1', [team]);
    expect(await findMembership(database.db, account, team)).toMatchObject({ organizationStatus: 'suspended' });
  });

  it('its own, even when it joined others before', async () => {
    const account = await newAccount();
    await newOrganization('team', { [account]: 'owner' });
    const strangers = await newOrganization('personal', { [account]: 'viewer' });
    const own = await newOrganization('personal', { [account]: 'owner' });
    expect(await findMembership(database.db, account, null)).toMatchObject({ organizationId: own, role: 'owner' });
    expect(await findMembership(database.db, account, strangers)).toMatchObject({ role: 'viewer' });
  });

  it.each([
    ['an organization of others', () => newOrganization('team', {})],
    ['one that never was', () => Promise.resolve(newId('organization'))],
    ['nonsense', () => Promise.resolve('x')],
    ['a character that PostgreSQL does not take', () => Promise.resolve('org_\u0000')],
  ])('nobody, for %s', async (_what, named) => {
    const account = await newAccount();
    await newOrganization('personal', { [account]: 'owner' });
    expect(await findMembership(database.db, account, await named())).toBeUndefined();
  });
});
