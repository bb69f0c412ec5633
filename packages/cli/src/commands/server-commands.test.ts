import { createAuthority } from '@revera/testkit/authorities';
import { describe, expect, it } from 'vitest';
import type {
  CreateKeyRequest,
  PresentedKey,
  ServeOptions,
  StoredTrustList,
  TrustImportRequest,
  TrustRefreshed,
} from '@revera/server';
import { runInProcess } from '../testing/fake-context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const LIST: StoredTrustList = {
  name: 'c2pa',
  available: true,
  source: 'https://example.org/list.json',
  sha256: 'ab'.repeat(32),
  fetched_at: '2026-05-31T00:00:00Z',
  anchors: 30,
  allowed: 0,
  products: 0,
  next_refresh_at: '2026-06-01T00:00:00Z',
  last_error: null,
  using_cached_version: false,
};

const KEY: PresentedKey = {
  id: 'key_1',
  name: 'ci\u001B[31m',
  prefix: 'rv_test_ab',
  mode: 'test',
  created_by: null,
  scopes: ['content:verify'],
  organization_id: 'org_1',
  created_at: '2026-05-31T00:00:00Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};

const refreshed = (outcome: TrustRefreshed['outcome'], message: string | null): TrustRefreshed => ({
  name: 'c2pa',
  outcome,
  message,
  added: 1,
  removed: 0,
  list: LIST,
});

async function done<Value>(value: Value): Promise<{ kind: 'done'; value: Value }> {
  return Promise.resolve({ kind: 'done', value });
}

describe('trust import', () => {
  it('hands the texts of both files to the server and tells what changed', async () => {
    const { rootPem } = await createAuthority();
    const folder = temporaryFolder({ 'a.pem': rootPem, 'b.pem': `# a comment\n${rootPem}` });
    const requests: TrustImportRequest[] = [];
    const trustImport = async (request: TrustImportRequest) => {
      requests.push(request);
      return done({ list: { ...LIST, name: 'legacy' as const }, added: 2, removed: 0, rejected: 1 });
    };
    const argv = ['trust', 'import', '--list', 'legacy', `${folder}/a.pem`, '--allowed', `${folder}/b.pem`];
    const { exit, stdout } = await runInProcess(argv, { server: { trustImport } });
    expect(exit).toBe(0);
    expect(stdout).toContain(
      'Stored legacy: 30 anchors, 0 allowed certificates (2 added, 0 removed, 1 entries not used)',
    );
    expect(requests).toEqual([
      { name: 'legacy', text: rootPem, allowed_text: `# a comment\n${rootPem}`, source: 'a.pem' },
    ]);
  });
});

describe('trust import of the conforming products', () => {
  const RECORD = {
    recordId: '01900000-0000-7000-8000-000000000001',
    applicant: 'Example Ltd',
    status: 'conformant',
    product: { productType: 'generatorProduct', DN: { CN: 'Example Camera', O: 'Example', C: 'XX' } },
  };
  const argv = (...files: string[]) => ['trust', 'import', '--list', 'c2pa_products', ...files];

  it('hands the text to the server and tells how many there are', async () => {
    const text = JSON.stringify([RECORD]);
    const folder = temporaryFolder({ 'products.json': text });
    const requests: TrustImportRequest[] = [];
    const trustImport = async (request: TrustImportRequest) => {
      requests.push(request);
      const list = { ...LIST, name: 'c2pa_products' as const, anchors: 0, products: 1 };
      return done({ list, added: 1, removed: 0, rejected: 0 });
    };
    const { exit, stdout } = await runInProcess(argv(`${folder}/products.json`), { server: { trustImport } });
    expect(exit).toBe(0);
    expect(stdout).toContain('Stored c2pa_products: 1 products (1 added, 0 removed, 0 entries not used)');
    expect(requests).toEqual([{ name: 'c2pa_products', text, allowed_text: null, source: 'products.json' }]);
  });

  it('refuses another file, and certificates beside it, before anything is opened', async () => {
    const { rootPem } = await createAuthority();
    const folder = temporaryFolder({ 'a.pem': rootPem, 'products.json': JSON.stringify([RECORD]) });
    const other = await runInProcess(argv(`${folder}/a.pem`));
    expect([other.exit, other.stderr]).toEqual([2, expect.stringContaining('the list c2pa_products')]);
    const beside = await runInProcess(argv(`${folder}/products.json`, '--allowed', `${folder}/a.pem`));
    expect([beside.exit, beside.stderr]).toEqual([2, expect.stringContaining('no allowed end-entity')]);
  });
});

describe('trust list', () => {
  it('shows a table, or the data as JSON', async () => {
    const server = { trustList: async () => done([{ ...LIST, last_error: 'no route' }]) };
    const table = await runInProcess(['trust', 'list'], { server });
    expect(table.stdout).toContain('current; last fetch: no route');
    const json = await runInProcess(['trust', 'list', '--json'], { server });
    expect(JSON.parse(json.stdout)).toEqual([{ ...LIST, last_error: 'no route' }]);
  });
});

describe('trust refresh', () => {
  it.each([
    ['updated', 0],
    ['unchanged', 0],
    ['refused', 3],
    ['failed', 3],
  ] as const)('answers for a list that was %s: %i', async (outcome, exit) => {
    const server = { trustRefresh: async () => done([refreshed('unchanged', null), refreshed(outcome, 'why')]) };
    const run = await runInProcess(['trust', 'refresh'], { server });
    expect(run.exit).toBe(exit);
    expect(run.stdout).toContain(outcome);
  });

  it('passes --force on', async () => {
    const asked: boolean[] = [];
    const trustRefresh = async ({ force }: { force: boolean }) => {
      asked.push(force);
      return done([]);
    };
    await runInProcess(['trust', 'refresh', '--force'], { server: { trustRefresh } });
    await runInProcess(['trust', 'refresh'], { server: { trustRefresh } });
    expect(asked).toEqual([true, false]);
  });
});

describe('keys', () => {
  it('create prints the key alone on stdout, or everything as JSON', async () => {
    const requests: CreateKeyRequest[] = [];
    const createKey = async (request: CreateKeyRequest) => {
      requests.push(request);
      return done({ ...KEY, key: 'rv_test_secret' });
    };
    const argv = ['keys', 'create', '--mode', 'test', '--name', 'ci'];
    const plain = await runInProcess(argv, { server: { createKey } });
    expect(plain.stdout).toBe('rv_test_secret\n');
    expect(plain.stderr).toContain('key_1: test key for content:verify');
    const more = ['--organization', 'org_1', '--scopes', 'a:b, c:d', '--json'];
    const json = await runInProcess([...argv, ...more], { server: { createKey } });
    expect(JSON.parse(json.stdout)).toMatchObject({ id: 'key_1', key: 'rv_test_secret' });
    expect(json.stderr).toBe('');
    expect(requests).toEqual([
      { mode: 'test', name: 'ci', organization_id: null, scopes: null },
      { mode: 'test', name: 'ci', organization_id: 'org_1', scopes: ['a:b', 'c:d'] },
    ]);
  });

  it('list shows names escaped', async () => {
    const { stdout } = await runInProcess(['keys', 'list'], { server: { listKeys: async () => done([KEY]) } });
    expect(stdout).toContain('ci\\u{1b}[31m');
    expect(stdout).not.toContain('\u001B');
  });

  it('revoke answers 2 with the reason when the server refuses', async () => {
    const revokeKey = async () =>
      Promise.resolve({ kind: 'refused' as const, code: 'NOT_FOUND', message: 'There is no such key.' });
    const plain = await runInProcess(['keys', 'revoke', 'key_x'], { server: { revokeKey } });
    expect(plain).toEqual({ exit: 2, stdout: '', stderr: 'revera: There is no such key.\n' });
    const json = await runInProcess(['keys', 'revoke', 'key_x', '--json'], { server: { revokeKey } });
    expect(JSON.parse(json.stdout)).toEqual({ error: { code: 'NOT_FOUND', message: 'There is no such key.' } });
  });

  it('revoke tells when', async () => {
    const revokeKey = async () => done({ ...KEY, name: 'ci', revoked_at: '2026-06-01T00:00:00Z' });
    const { stdout } = await runInProcess(['keys', 'revoke', 'key_1'], { server: { revokeKey } });
    expect(stdout).toBe('key_1 (ci) revoked 2026-06-01T00:00:00Z\n');
  });
});

const COUNTS = { second_factors: 2, waiting_mails: 1, webhook_secrets: 3 };
const NOTHING = { second_factors: 0, waiting_mails: 0, webhook_secrets: 0 };
const ROTATED = {
  source: 'file' as const,
  is_unfinished: false,
  keys: [
    { key_id: '00112233aabbccdd', state: 'current' as const, replaced_at: null, sealed: COUNTS },
    {
      key_id: '8899aabb00112233',
      state: 'previous' as const,
      replaced_at: '2026-01-31T12:00:00.000Z',
      sealed: NOTHING,
    },
  ],
  new_key_id: '00112233aabbccdd',
  resealed: COUNTS,
  unopened: NOTHING,
  dropped_key_ids: ['ffeeddcc00112233'],
};

describe('secrets', () => {
  it('rotate tells what it did, and what comes later', async () => {
    const asked: unknown[] = [];
    const rotateSecrets = async (request: unknown) => {
      asked.push(request);
      return Promise.resolve(done(ROTATED));
    };
    const { exit, stdout } = await runInProcess(['secrets', 'rotate'], { server: { rotateSecrets } });
    expect(exit).toBe(0);
    expect(stdout).toContain(
      'New key: 00112233aabbccdd\nSealed anew: 2 second factors, 1 waiting mails, 3 webhook secrets\n',
    );
    expect(stdout).toContain('Dropped: ffeeddcc00112233\n');
    expect(stdout).toMatch(/^8899aabb00112233 +previous +2026-01-31T12:00:00.000Z +0 +0 +0$/m);
    expect(stdout).toContain('revera secrets rotate --resume');
    const json = await runInProcess(['secrets', 'rotate', '--resume', '--json'], { server: { rotateSecrets } });
    expect(JSON.parse(json.stdout)).toEqual(ROTATED);
    expect(asked).toEqual([{ resume: false }, { resume: true }]);
  });

  it('rotate answers 3 when a value could not be opened, and names what to take out of the environment', async () => {
    const result = { ...ROTATED, source: 'environment' as const, new_key_id: null, unopened: COUNTS };
    const rotateSecrets = async () => Promise.resolve(done(result));
    const { exit, stdout } = await runInProcess(['secrets', 'rotate'], { server: { rotateSecrets } });
    expect(exit).toBe(3);
    expect(stdout).toContain(
      'Could not be opened, and left as they are: 2 second factors, 1 waiting mails, 3 webhook secrets\n',
    );
    expect(stdout).toMatch(/8899aabb00112233: .* take it out of SECRET_KEY_PREVIOUS\n/);
  });

  it('status shows a line for each key, and a rotation that was interrupted', async () => {
    const { keys } = ROTATED;
    const untold = { key_id: null, state: 'untold' as const, replaced_at: null, sealed: COUNTS };
    const result = { source: 'environment' as const, is_unfinished: true, keys: [...keys, untold] };
    const secretsStatus = async () => Promise.resolve(done(result));
    const { exit, stdout } = await runInProcess(['secrets', 'status'], { server: { secretsStatus } });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^00112233aabbccdd +current +- +2 +1 +3$/m);
    expect(stdout).toMatch(/^- +untold +- +2 +1 +3$/m);
    expect(stdout).toContain('A rotation was interrupted');
    const json = await runInProcess(['secrets', 'status', '--json'], { server: { secretsStatus } });
    expect(JSON.parse(json.stdout)).toEqual(result);
  });
});

describe('serve', () => {
  const ready = { role: 'api' as const, address: 'http://127.0.0.1:8080', data_dir: '/data', mailbox: null };

  it('prints where it answers, and what is shown once', async () => {
    const roles: string[] = [];
    const serve = async ({ role, onReady }: ServeOptions) => {
      roles.push(role);
      const administrator = { email: 'admin@localhost', password: 'abcde-fghjk' };
      onReady({ ...ready, first_start: { administrator, test_key: 'rv_test_x' } });
      return done(null);
    };
    const { exit, stdout } = await runInProcess(['serve', '--role', 'api'], { server: { serve } });
    expect(exit).toBe(0);
    expect(roles).toEqual(['api']);
    expect(stdout).toContain('Revera answers at http://127.0.0.1:8080 (role api)\n');
    expect(stdout).toContain('Administrator      admin@localhost\n  One-time password  abcde-fghjk\n');
    expect(stdout).toContain('Test key           rv_test_x\n');
  });

  it('prints the link to the mails that are not sent', async () => {
    const mailbox = 'http://127.0.0.1:8080/dev/mailbox?secret=00';
    const serve = async ({ onReady }: ServeOptions) => {
      onReady({ ...ready, mailbox, first_start: null });
      return done(null);
    };
    const { stdout } = await runInProcess(['serve'], { server: { serve } });
    expect(stdout).toContain(`Mails are not sent, but shown at ${mailbox}\n`);
    const json = await runInProcess(['serve', '--json'], { server: { serve } });
    expect(JSON.parse(json.stdout)).toMatchObject({ mailbox });
  });

  it('prints one line of JSON on demand', async () => {
    const serve = async ({ onReady }: ServeOptions) => {
      onReady({ ...ready, first_start: null });
      return done(null);
    };
    const { stdout } = await runInProcess(['serve', '--json'], { server: { serve } });
    expect(JSON.parse(stdout)).toEqual({ ...ready, first_start: null });
  });

  it('answers 2 with a line for each setting that does not fit', async () => {
    const serve = async () =>
      Promise.resolve({ kind: 'refused' as const, code: 'INVALID_SETTINGS', message: 'PORT: no number\nHOST: empty' });
    const { exit, stderr } = await runInProcess(['serve'], { server: { serve } });
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: 'revera: PORT: no number\nrevera: HOST: empty\n' });
  });
});
