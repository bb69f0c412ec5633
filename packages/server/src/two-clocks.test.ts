import { buildJpeg } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from './http/test-app.ts';
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
    expect(textOf(list)).toContain('Usable Begins');
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
    expect(await page()).not.toContain('Over Works until');
    await server.services.database.pool.query(`update invitation set expires_at = now() - interval '1 second'`);
    expect(await page()).toContain('Over Works until');
  });

  it('keeps a result for its time', async () => {
    const upload = form([filePart(Buffer.from(buildJpeg()), 'files', 'a.jpg')]);
    await server.call('POST', '/api/analyze', { form: upload });
    const background = await startBackground(server.services);
    // The first round of each chore begins with the start, and stopping waits for its end.
    await background.stop();
    const { rows } = await server.services.database.pool.query(`select status from job where kind = 'analysis'`);
    expect(rows).toEqual([{ status: 'completed' }]);
  });
});
