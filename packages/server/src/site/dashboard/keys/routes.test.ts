import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { totpCode } from '../../../shared/totp.ts';
import { decodeSecret } from '../../../testing/test-access.ts';
import { letAuthenticationAge, newTeam } from '../../../testing/test-team.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';

let server: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

const KEYS = '/en/dashboard/keys';
const KEY = /rv_(?:test|live)_[0-9A-Za-z]{38}/;
const SCOPES = { 'scopes.content:verify': 'on' };

async function newVisit() {
  const account = await server.createAccount();
  return { account, visitor: dashboard.visit(account) };
}

describe('making a key on a page', () => {
  it('shows it this once, with commands that are ready, and keeps it out of every address and list', async () => {
    const { account, visitor } = await newVisit();
    const list = await visitor.open(KEYS);
    expect(textOf(list)).toContain('No API keys yet. Create a test key');
    const made = await visitor.submit(list, 'create', { name: 'Upload check', mode: 'test', ...SCOPES });
    const key = KEY.exec(made.html)?.[0] ?? '';
    expect([made.status, made.location, made.headers['cache-control']]).toEqual([201, '', 'no-store']);
    expect(await markupProblems(made)).toEqual([]);
    const origin = server.services.links.origin();
    expect(textOf(made)).toContain(`curl ${origin}/v1/content/verify \\ -H "Authorization: Bearer ${key}"`);
    // It may not sign, so no command for that is shown.
    expect(made.html).not.toContain('/v1/content/sign');
    for (const path of [KEYS, '/en/dashboard', '/en/dashboard/audit']) {
      expect((await visitor.open(path)).html).not.toMatch(KEY);
    }
    const used = await server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: 'job_x' } });
    expect(used.status).toBe(403);
    expect(
      await dashboard.query(
        'select name, mode, scopes, created_by from api_key where organization_id = $1',
        account.organizationId,
      ),
    ).toEqual([{ name: 'Upload check', mode: 'test', scopes: ['content:verify'], created_by: account.accountId }]);
  });

  it('422 without a name or a scope, or with a day that is over: the form again, with what was typed', async () => {
    const { visitor } = await newVisit();
    const list = await visitor.open(KEYS);
    const empty = await visitor.submit(list, 'create', { name: ' ', mode: 'test' });
    expect(empty.status).toBe(422);
    expect(empty.html).toContain('<title>Error: API keys');
    expect(empty.html).toMatch(/href="#create-name">[^<]*<\/a>.*href="#create-scopes">Select at least one/s);
    expect(await markupProblems(empty)).toEqual([]);
    const late = { name: 'Old', mode: 'live', expires_on: '2020-01-31', ...SCOPES };
    const over = await visitor.submit(list, 'create', late);
    expect([over.status, over.html.includes('Choose a date in the future')]).toEqual([422, true]);
    expect(over.html).toMatch(/value="2020-01-31"/);
    expect(over.html).toMatch(/<option value="live" selected/);
    expect(over.html).not.toMatch(/name="scopes\.content:sign" checked/);
  });

  it('asks for the password when a live key is to be made long after it was given', async () => {
    const { account, visitor } = await newVisit();
    await letAuthenticationAge(server, account);
    const list = await visitor.open(KEYS);
    const live = { name: 'Live', mode: 'live', ...SCOPES };
    const without = await visitor.submit(list, 'create', live);
    expect([without.status, without.html.includes('Enter your password to confirm that it’s you')]).toEqual([
      403,
      true,
    ]);
    const wrong = await visitor.submit(list, 'create', { ...live, current_password: 'no such thing' });
    expect([wrong.status, wrong.html.includes('Incorrect password')]).toEqual([401, true]);
    expect(wrong.html).not.toContain('no such thing');
    const right = await visitor.submit(list, 'create', { ...live, current_password: account.password });
    expect([right.status, KEY.exec(right.html)?.[0].startsWith('rv_live_')]).toEqual([201, true]);
    expect((await visitor.open(KEYS)).html).not.toContain('name="current_password"');
  });

  it('asks the same for a test key that may revoke, with a code where there is a second factor', async () => {
    const { account, visitor } = await newVisit();
    const begun = await server.call('POST', '/v1/account/totp', { session: account.session });
    const step = Math.floor(server.services.clock.now().getTime() / 30_000);
    const json = { code: totpCode(decodeSecret(begun), step) };
    const { body } = await server.call('POST', '/v1/account/totp/confirm', { session: account.session, json });
    const [recovery_code = ''] = (body as { recovery_codes: string[] }).recovery_codes;
    await letAuthenticationAge(server, account);
    const list = await visitor.open(KEYS);
    expect([list.html.includes('name="totp_code"'), await markupProblems(list)]).toEqual([true, []]);
    const revoking = { name: 'R', mode: 'test', 'scopes.credentials:revoke': 'on' };
    const current_password = account.password;
    const blank = { totp_code: '', recovery_code: '' };
    const without = await visitor.submit(list, 'create', { ...revoking, ...blank, current_password });
    expect([without.status, without.html.includes('href="#create-totp_code"')]).toEqual([401, true]);
    const used = await visitor.submit(list, 'create', {
      ...revoking,
      ...blank,
      totp_code: json.code,
      current_password,
    });
    expect([used.status, used.html.includes('The password or the code is incorrect')]).toEqual([401, true]);
    const right = await visitor.submit(list, 'create', { ...revoking, ...blank, recovery_code, current_password });
    expect([right.status, KEY.exec(right.html)?.[0].startsWith('rv_test_')]).toEqual([201, true]);
    // What a browser filled in by itself is no obstacle for a key that needs none of it.
    await letAuthenticationAge(server, account);
    const plain = { name: 'P', mode: 'test', ...SCOPES, ...blank, current_password: 'filled in' };
    expect((await visitor.submit(list, 'create', plain)).status).toBe(201);
  });

  it.each(Object.entries(hostileTexts))('shows a name that is hostile (%s) as text, or refuses it', async (_, text) => {
    const { account, visitor } = await newVisit();
    const { id } = await server.createKey({ organizationId: account.organizationId });
    await dashboard.query('update api_key set name = left($2, 100) where id = $1', id, text);
    const page = await visitor.open(KEYS);
    expect(await markupProblems(page)).toEqual([]);
    expect(traps(page)).toEqual([]);
    const made = await visitor.submit(page, 'create', { name: text, mode: 'test', ...SCOPES });
    expect(await markupProblems(made)).toEqual([]);
    expect(made.html).not.toMatch(/<script>|<img/);
  });
});

describe('revoking a key on a page', () => {
  it('asks first, ends the key at once, and says so', async () => {
    const { account, visitor } = await newVisit();
    const { id, key } = await server.createKey({ organizationId: account.organizationId });
    const ask = await visitor.open(`${KEYS}/${id}/revoke`);
    expect(await markupProblems(ask)).toEqual([]);
    const answer = await visitor.submit(ask, 'confirm');
    expect([answer.status, answer.location]).toEqual([303, `${KEYS}?done=key_revoked`]);
    expect(textOf(await visitor.open(answer.location))).toContain('API key revoked. It no longer works.');
    expect((await server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: 'job_x' } })).status).toBe(401);
    expect((await visitor.open(KEYS)).html).not.toContain(`${id}/revoke`);
  });

  it('404 for the key of another organization, and for no key at all', async () => {
    const { account, visitor } = await newVisit();
    const { id } = await server.createKey();
    const csrf_token = account.session.csrf;
    for (const kid of [id, 'key_nonsense', '%00']) {
      expect((await visitor.open(`${KEYS}/${kid}/revoke`)).status).toBe(404);
      expect((await visitor.post(`${KEYS}/${kid}/revoke`, { csrf_token })).status).toBe(404);
    }
    expect(await dashboard.query('select revoked_at from api_key where id = $1', id)).toEqual([{ revoked_at: null }]);
  });
});

describe('the list of keys', () => {
  it('goes on on further pages, in the organization that is open', async () => {
    const team = await newTeam(server, 'Many');
    const made: string[] = [];
    for (let at = 0; at < 21; at++) made.push((await server.createKey({ organizationId: team.org_id })).id);
    const visitor = dashboard.visit(team.members.developer);
    const first = await visitor.open(`${KEYS}?org=${team.org_id}`);
    const next = /<a[^>]*href="([^"]*)"[^>]*rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toBe(`${KEYS}?org=${team.org_id}&page=2`);
    const second = await visitor.open(next);
    expect([first, second].map(({ html }) => made.filter((id) => html.includes(`${id}/revoke`)).length)).toEqual([
      20, 1,
    ]);
    expect(textOf(second)).toContain('21–21 of 21');
    for (const odd of ['0', '-1', 'x', '99999999']) {
      expect((await visitor.open(`${KEYS}?org=${team.org_id}&page=${odd}`)).status).toBe(200);
    }
  });
});
