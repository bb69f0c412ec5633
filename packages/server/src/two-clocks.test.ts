import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from './http/test-app.ts';
import { keepBlob, reserveBlob } from './platform/blob-registry.ts';
import { claimIdempotencyKey } from './platform/idempotency.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { openDashboard, textOf } from './testing/test-dashboard.ts';
import { openTestServer, type TestServer } from './testing/test-services.ts';
import { invite, letAuthenticationAge, newTeam } from './testing/test-team.ts';
import { startBackground } from './worker.ts';

const DAY_MS = 86_400_000;

// What the database dates it judges as well (platform/database-time.ts), so a wrong clock of the process moves none of it.
describe.each([
  ['ahead', 100],
  ['behind', -100],
])('a process whose clock, beside the database’s, is %s', (_where, days) => {
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + days * DAY_MS) };
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ clock });
  });
  afterAll(() => server.close());

  it('takes a password that was given just now, and none of an hour ago', async () => {
    const account = await server.createAccount();
    const ask = async () => (await server.call('POST', '/v1/account/totp', { session: account.session })).status;
    expect(await ask()).toBe(200);
    await letAuthenticationAge(server, account);
    expect(await ask()).toBe(403);
  });

  it('makes keys that end later, none that ended, and says which can be used', async () => {
    const account = await server.createAccount();
    const { session } = account;
    const make = (inDays: number) => {
      const expires_at = new Date(systemClock.now().getTime() + inDays * DAY_MS).toISOString();
      return server.call('POST', '/v1/dashboard/keys', { session, json: { name: 'x', expires_at } });
    };
    expect([(await make(1)).status, (await make(-1)).status]).toEqual([201, 422]);
    const list = await openDashboard(server).visit(account).open('/en/dashboard/keys');
    expect(textOf(list)).toContain('Active Starts with');
    expect(textOf(list)).not.toContain('Expired');
    await server.services.database.pool.query(`update api_key set expires_at = now() - interval '1 second'`);
    expect(textOf(await openDashboard(server).visit(account).open('/en/dashboard/keys'))).toContain('Expired');
  });

  it('shows an invitation as open until its end', async () => {
    const { org_id, members } = await newTeam(server);
    await invite(server, { org_id, by: members.owner, email: 'guest@example.com' });
    const page = async () =>
      textOf(await openDashboard(server).visit(members.owner).open(`/en/dashboard/members?org=${org_id}`));
    expect(await page()).toContain('guest@example.com');
    expect(await page()).not.toContain('Expired Valid until');
    await server.services.database.pool.query(`update invitation set expires_at = now() - interval '1 second'`);
    expect(await page()).toContain('Expired Valid until');
  });

  it('destroys nothing: no result, no session, no object, no upload of another host', async () => {
    const upload = form([filePart(Buffer.from(buildJpeg()), 'files', 'a.jpg')]);
    await server.call('POST', '/api/analyze', { form: upload });
    const { organizationId } = await server.createAccount();
    const { pool, db } = server.services.database;
    await keepBlob(db, await reserveBlob(db, 'asset', DAY_MS), DAY_MS);
    const request = { organizationId, operation: 'sign', key: 'k', fingerprint: 'f' };
    await claimIdempotencyKey(db, request, 'job');
    const elsewhere = join(server.services.config.dataDir, 'uploads', `${'f'.repeat(12)}-1-${'0'.repeat(16)}`);
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'a.part'), 'x');
    const rows = async () => {
      const counts = [
        'session',
        'account_token',
        'job',
        'blob',
        'idempotency_key',
        'rate_limit',
        'mail',
        'invitation',
      ].map(async (table) => [table, (await pool.query(`select from ${table}`)).rowCount] as const);
      return Object.fromEntries(await Promise.all(counts));
    };
    const before = await rows();
    const background = await startBackground(server.services);
    // The first round of each chore begins with the start, and stopping waits for its end.
    await background.stop();
    const jobs = await pool.query(`select status from job where kind = 'analysis'`);
    expect(jobs.rows).toEqual([{ status: 'completed' }]);
    expect(await rows()).toEqual(before);
    expect(before).toMatchObject({ blob: 1, idempotency_key: 1 });
    expect(await readdir(elsewhere)).toEqual(['a.part']);
  });
});
