import type { AdminAccount, AdminOrganization, FirstStartShown, SuspendRequest } from '@revera/server';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/fake-context.ts';

const ACCOUNT: AdminAccount = {
  id: 'usr_1',
  email: 'ops\u001B[31m@example.com',
  name: '',
  language: 'en',
  status: 'active',
  suspended_at: null,
  suspension_reason: null,
  email_verified_at: null,
  is_admin: true,
  must_change_password: false,
  totp_enabled: true,
  created_at: '2026-05-31T00:00:00.000Z',
  last_seen_at: null,
  organizations: [{ id: 'org_1', name: 'One', role: 'owner' }],
};

const ORGANIZATION: AdminOrganization = {
  id: 'org_1',
  name: 'One\u001B[31m',
  kind: 'team',
  status: 'suspended',
  suspended_at: '2026-06-01T00:00:00.000Z',
  suspension_reason: 'stolen\nkey',
  closed_at: null,
  provider_code: null,
  created_at: '2026-05-31T00:00:00.000Z',
  member_count: 2,
  active_key_count: 3,
  owners: [{ id: 'usr_1', email: 'ops@example.com' }],
};

async function done<Value>(value: Value): Promise<{ kind: 'done'; value: Value }> {
  return Promise.resolve({ kind: 'done', value });
}

describe.each([
  ['create', 'createAdministrator'],
  ['reset-password', 'resetPassword'],
] as const)('admin %s', (name, call) => {
  it('prints the password alone on stdout, or everything as JSON', async () => {
    const asked: string[] = [];
    const answer = async (email: string) => {
      asked.push(email);
      return done({ account: ACCOUNT, password: 'abcde-fghjk' });
    };
    const server = { [call]: answer };
    const plain = await runInProcess(['admin', name, 'ops@example.com'], { server });
    expect(plain).toMatchObject({ exit: 0, stdout: 'abcde-fghjk\n' });
    expect(plain.stderr).toContain('usr_1 (ops\\u{1b}[31m@example.com): one-time password');
    const json = await runInProcess(['admin', name, 'ops@example.com', '--json'], { server });
    expect(JSON.parse(json.stdout)).toEqual({ account: ACCOUNT, password: 'abcde-fghjk' });
    expect(json.stderr).toBe('');
    expect(asked).toEqual(['ops@example.com', 'ops@example.com']);
  });

  it('answers 2 with the reason when the server refuses', async () => {
    const refused = { kind: 'refused' as const, code: 'CONFLICT', message: 'It cannot be.' };
    const server = { [call]: async () => Promise.resolve(refused) };
    const run = await runInProcess(['admin', name, 'ops@example.com'], { server });
    expect(run).toEqual({ exit: 2, stdout: '', stderr: 'revera: It cannot be.\n' });
  });
});

describe('admin grant, revoke and list', () => {
  it('tell what the account is now', async () => {
    const server = {
      grantAdministrator: async () => done(ACCOUNT),
      revokeAdministrator: async () => done({ ...ACCOUNT, is_admin: false }),
    };
    const granted = await runInProcess(['admin', 'grant', 'ops@example.com'], { server });
    expect(granted).toMatchObject({ exit: 0, stdout: 'ops\\u{1b}[31m@example.com (usr_1) is an administrator\n' });
    const revoked = await runInProcess(['admin', 'revoke', 'ops@example.com', '--json'], { server });
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id: 'usr_1', is_admin: false });
  });

  it('list shows the state of each, escaped', async () => {
    const accounts = [ACCOUNT, { ...ACCOUNT, must_change_password: true }];
    const server = { listAdministrators: async () => done(accounts) };
    const { stdout } = await runInProcess(['admin', 'list'], { server });
    expect(stdout).toMatch(/^usr_1 .*address not confirmed .*org_1 \(owner\)$/m);
    expect(stdout).toMatch(/^usr_1 .*one-time password .*$/m);
    expect(stdout).not.toContain('\u001B');
    const json = await runInProcess(['admin', 'list', '--json'], { server });
    expect(JSON.parse(json.stdout)).toEqual(accounts);
  });
});

describe('admin find', () => {
  it('shows both kinds, how many there are, and nothing of a kind that was not found', async () => {
    const asked: string[] = [];
    const adminFind = async (text: string) => {
      asked.push(text);
      return done({ accounts: { data: [], total: 0 }, organizations: { data: [ORGANIZATION], total: 101 } });
    };
    const { stdout } = await runInProcess(['admin', 'find', 'One'], { server: { adminFind } });
    expect(stdout).toMatch(/^0 accounts\n\n101 organizations, the newest 1 of them\nID /);
    expect(stdout).toContain('suspended 2026-06-01T00:00:00.000Z: stolen\\u{a}key');
    expect(asked).toEqual(['One']);
  });
});

describe('admin suspend and restore', () => {
  it('hand over which and why, and tell what came of it', async () => {
    const asked: (SuspendRequest | string)[] = [];
    const server = {
      suspendOrganization: async (request: SuspendRequest) => {
        asked.push(request);
        return done(ORGANIZATION);
      },
      restoreOrganization: async (id: string) => {
        asked.push(id);
        return done({ ...ORGANIZATION, name: 'One', status: 'active' as const });
      },
    };
    const suspended = await runInProcess(['admin', 'suspend', 'org_1', '--reason', ' stolen key '], { server });
    expect(suspended.stdout).toBe('org_1 (One\\u{1b}[31m) suspended 2026-06-01T00:00:00.000Z: stolen\\u{a}key\n');
    const restored = await runInProcess(['admin', 'restore', 'org_1'], { server });
    expect(restored.stdout).toBe('org_1 (One) is active\n');
    expect(asked).toEqual([{ organization_id: 'org_1', reason: 'stolen key' }, 'org_1']);
  });
});

describe('init', () => {
  const initWith = (first_start: FirstStartShown | null) => ({
    init: async () => done({ data_dir: '/data', first_start }),
  });

  it('prints what is shown once', async () => {
    const administrator = { email: 'admin@localhost', password: 'abcde-fghjk' };
    const server = initWith({ administrator, test_key: 'rv_test_x' });
    const { exit, stdout } = await runInProcess(['init'], { server });
    expect(exit).toBe(0);
    expect(stdout).toContain('  Administrator      admin@localhost\n  One-time password  abcde-fghjk\n  Test key');
    const json = await runInProcess(['init', '--json'], { server });
    expect(JSON.parse(json.stdout)).toMatchObject({ first_start: { administrator, test_key: 'rv_test_x' } });
  });

  it('says what to do when no administrator was made, and when there is nothing to do', async () => {
    const taken = await runInProcess(['init'], { server: initWith({ administrator: null, test_key: 'rv_test_x' }) });
    expect(taken.stdout).toContain('(revera admin list, create)');
    const again = await runInProcess(['init'], { server: initWith(null) });
    expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('made before') as string });
  });
});
