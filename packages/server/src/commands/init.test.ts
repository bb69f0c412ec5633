import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../features/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { createAdministratorCommand, listAdministratorsCommand } from './admin.ts';
import type { CommandResult } from './command-result.ts';
import { initCommand } from './init.ts';
import { createKeyCommand, listKeysCommand } from './keys.ts';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'revera-init-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const environment = (settings: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(dataDir, 'data'),
  ...settings,
});

function valueOf<Value>(result: CommandResult<Value>): Value {
  if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

const administrators = async () => valueOf(await listAdministratorsCommand(environment()));

describe('init', () => {
  it('makes certificates, an administrator who owns the first organization, and a test key in it', async () => {
    const { data_dir, first_start } = valueOf(await initCommand(environment()));
    expect(data_dir).toBe(join(dataDir, 'data'));
    expect(existsSync(join(data_dir, 'certificates'))).toBe(true);
    expect(first_start).toMatchObject({
      administrator: { email: 'admin@localhost', password: expect.stringMatching(/^\w{5}(-\w{5}){3}$/) as string },
      test_key: expect.stringMatching(/^rv_test_/) as string,
    });
    const [key] = valueOf(await listKeysCommand(environment()));
    expect(await administrators()).toMatchObject([
      {
        email: 'admin@localhost',
        must_change_password: true,
        organizations: [{ id: key?.organization_id, name: 'My organization', role: 'owner' }],
      },
    ]);
    const { rows } = await database.pool.query('select distinct actor_kind from audit_log where action <> $1', [
      'trust_list.changed',
    ]);
    expect(rows).toEqual([{ actor_kind: 'system' }]);
  });

  it('is done once, whoever does it again and however many at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 3 }, () => initCommand(environment())));
    const shown = results.flatMap((result) => valueOf(result).first_start ?? []);
    expect(shown).toHaveLength(1);
    expect(valueOf(await initCommand(environment({ ADMIN_EMAIL: 'another@example.com' }))).first_start).toBeNull();
    expect(await administrators()).toHaveLength(1);
    expect(valueOf(await listKeysCommand(environment()))).toHaveLength(1);
  });

  it('names the administrator as ADMIN_EMAIL says, and refuses what is no address', async () => {
    expect(await initCommand(environment({ ADMIN_EMAIL: 'nobody' }))).toMatchObject({ code: 'CONFIGURATION' });
    const { first_start } = valueOf(await initCommand(environment({ ADMIN_EMAIL: 'Ops@example.com' })));
    expect(first_start?.administrator?.email).toBe('Ops@example.com');
  });

  it('goes on with the organization that a command made before', async () => {
    const request = { mode: 'live', name: 'early', organization_id: null, scopes: null } as const;
    const early = valueOf(await createKeyCommand(environment(), request));
    await initCommand(environment());
    const [{ organizations } = { organizations: [] }] = await administrators();
    expect(organizations).toMatchObject([{ id: early.organization_id, role: 'owner' }]);
    const owners = valueOf(await listKeysCommand(environment())).map(({ organization_id }) => organization_id);
    expect(owners).toEqual([early.organization_id, early.organization_id]);
  });

  it('makes no second administrator beside the one that a command made', async () => {
    const { account } = valueOf(await createAdministratorCommand(environment(), 'ops@example.com'));
    const { first_start } = valueOf(await initCommand(environment()));
    expect(first_start?.administrator).toBeNull();
    expect((await administrators()).map(({ email }) => email)).toEqual(['ops@example.com']);
    const [key] = valueOf(await listKeysCommand(environment()));
    expect(key?.organization_id).toBe(account.organizations[0]?.id);
  });

  it('gives nothing to a stranger who registered the administrator’s address before', async () => {
    const input = { email: 'ADMIN@localhost', name: '', language: 'en', passwordHash: 'theirs' } as const;
    const stranger = await createAccount(database.db, input);
    const { first_start } = valueOf(await initCommand(environment()));
    expect(first_start?.administrator).toBeNull();
    expect(await administrators()).toEqual([]);
    const [key] = valueOf(await listKeysCommand(environment()));
    expect(key?.organization_id).not.toBe(stranger?.organizationId);
    // The organization waits for the administrator whom the operator makes.
    const made = valueOf(await createAdministratorCommand(environment(), 'ops@example.com'));
    expect(made.account.organizations).toMatchObject([{ id: key?.organization_id }]);
  });
});
