import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerificationResult } from '@revera/provenance';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../platform/test-database.ts';
import { until } from '../platform/test-process.ts';
import { getJson, verifyFile } from './client.ts';
import {
  createInstallation,
  PATIENCE_MS,
  type Installation,
  type ServerProcess,
  type Settings,
} from './server-process.ts';

const opened: { clear(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { clear } of opened.splice(0).toReversed()) await clear();
});

async function install(settings?: Settings): Promise<Installation> {
  const installation = await createInstallation(settings);
  opened.push(installation);
  return installation;
}

describe('an installation', { timeout: PATIENCE_MS }, () => {
  it('is made by init, which shows what the first start would, and then no start does', async () => {
    const installation = await install({ ADMIN_EMAIL: 'ops@example.com' });
    const made = await installation.command('init', '--json');
    expect(made).toMatchObject({ exit: 0, stderr: '' });
    const { first_start } = JSON.parse(made.stdout) as {
      first_start: { administrator: { email: string }; test_key: string };
    };
    expect(first_start.administrator.email).toBe('ops@example.com');
    const again = await installation.command('init');
    expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('made before') as string });
    const { address, output } = await installation.start();
    expect(output.stdout).not.toMatch(/rv_test_|password/i);
    expect((await verifyFile({ address, key: first_start.test_key, bytes: buildJpeg() })).status).toBe(200);
  });
});

async function firstOrganization(installation: Installation): Promise<string> {
  const found = await installation.command('admin', 'find', 'admin@localhost', '--json');
  const { accounts } = JSON.parse(found.stdout) as { accounts: { data: { organizations: { id: string }[] }[] } };
  return accounts.data[0]?.organizations[0]?.id ?? '';
}

/** One installation for all of these, because making one takes long: no test needs what another one changes. */
describe('a first start', { timeout: PATIENCE_MS }, () => {
  let installation: Installation;
  let server: ServerProcess;
  beforeAll(async () => {
    installation = await createInstallation();
    server = await installation.start();
  }, PATIENCE_MS);
  afterAll(() => installation.clear());

  const verify = async (key: string) => await verifyFile({ address: server.address, key, bytes: buildJpeg() });

  it('prints its address, a one-time password and one test key, and the key works', async () => {
    const { stdout } = server.output;
    expect(stdout).toMatch(/^Revera answers at http:\/\/127\.0\.0\.1:\d+ \(role all\)\n/);
    expect(stdout.match(/rv_test_\w+/g)).toHaveLength(1);
    expect(stdout).toMatch(/^ {2}Administrator {6}admin@localhost\n {2}One-time password {2}\w{5}(-\w{5}){3}\n/m);
    const answer = await verify(server.testKey ?? '');
    expect([answer.status, answer.body]).toMatchObject([200, { provenance_status: 'unknown' }]);
  });

  it('prints a link that opens the development mailbox, and shows it to nobody without it', async () => {
    const { address, output } = server;
    const link = /^Mails are not sent, but shown at (\S+)$/m.exec(output.stdout)?.[1] ?? '';
    expect(link.startsWith(`${address}/dev/mailbox?secret=`)).toBe(true);
    expect((await fetch(`${address}/dev/mailbox`)).status).toBe(404);
    const answer = await fetch(link, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dev/mailbox']);
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await fetch(`${address}/dev/mailbox`, { headers: { cookie } })).status).toBe(200);
    expect(output.stderr).not.toContain('secret=');
  });

  it('shows no key when its port is in use, so that the first start that succeeds does', async () => {
    const other = await install();
    const refused = other.start({ PORT: new URL(server.address).port });
    await expect(refused).rejects.toThrow('The address to listen on cannot be used (EADDRINUSE). Set HOST and PORT.');
    await expect(refused).rejects.toThrow('the server ended with 2');
    expect((await other.start()).testKey).toMatch(/^rv_test_/);
  });

  it('takes a key that a command made beside it at once, and refuses it once it is revoked', async () => {
    const created = await installation.command('keys', 'create', '--mode', 'live', '--name', 'beside', '--json');
    expect(created).toMatchObject({ exit: 0, stderr: '' });
    const { id, key } = JSON.parse(created.stdout) as { id: string; key: string };
    expect(key).toMatch(/^rv_live_/);
    expect((await verify(key)).status).toBe(200);
    expect(await installation.command('keys', 'revoke', id)).toMatchObject({ exit: 0 });
    const answer = await verify(key);
    expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }]);
  });

  it('refuses the keys of an organization that a command suspends beside it, until one restores it', async () => {
    const id = await firstOrganization(installation);
    const key = server.testKey ?? '';
    expect(await installation.command('admin', 'suspend', id, '--reason', 'test')).toMatchObject({ exit: 0 });
    expect((await verify(key)).status).toBe(403);
    expect(await installation.command('admin', 'restore', id)).toMatchObject({ exit: 0 });
    expect((await verify(key)).status).toBe(200);
  });

  it('is the only one that prints a password and a key, and the key works after the next one too', async () => {
    expect(await server.stop()).toMatchObject({ exit: 0 });
    const second = await installation.start();
    expect(second.output.stdout).toMatch(/^Revera answers at /);
    expect(second.output.stdout + second.output.stderr).not.toMatch(/rv_(test|live)_|key|password/i);
    const key = server.testKey ?? '';
    expect((await verifyFile({ address: second.address, key, bytes: buildJpeg() })).status).toBe(200);
  });
});

describe('two servers on one database and data folder', { timeout: PATIENCE_MS }, () => {
  it('both judge by a list that a command imports beside them, without a restart', async () => {
    const database = await createTestDatabase();
    opened.push({ clear: () => database.drop() });
    const shared = await install({ DATABASE_URL: database.url });
    const authority = await createAuthority();
    const bytes = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    const servers = await Promise.all([shared.start(), shared.start()]);
    const keys = servers.flatMap(({ testKey }) => testKey ?? []);
    expect(keys).toHaveLength(1);
    expect(servers.filter(({ output }) => output.stdout.includes('One-time password'))).toHaveLength(1);
    const [key = ''] = keys;
    const verdicts = () =>
      Promise.all(
        servers.map(async ({ address }) => {
          const { body } = await verifyFile({ address, key, bytes });
          return (body as VerificationResult).c2pa.trust_status;
        }),
      );
    // Other lists have not been fetched, so nobody can say that the signer is on none.
    expect(await verdicts()).toEqual(['trust_list_unavailable', 'trust_list_unavailable']);

    const file = join(shared.dataDir, 'root.pem');
    writeFileSync(file, authority.rootPem);
    expect(await shared.command('trust', 'import', '--list', 'service', file)).toMatchObject({ exit: 0 });
    await until(async () => (await verdicts()).every((status) => status === 'service_trusted'));

    // A job of one is read through the other.
    const [one, two] = servers;
    const { body } = await verifyFile({ address: one?.address ?? '', key, bytes });
    const { id } = body as VerificationResult;
    expect((await getJson(`${two?.address}/v1/jobs/${id}`, key)).body).toMatchObject({ result: body });
  });
});
