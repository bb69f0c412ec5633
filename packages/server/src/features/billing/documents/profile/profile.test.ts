import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, newTeam, outcomeOf, suspend, type Team } from '../../../../testing/test-team.ts';
import { openTestServer, type TestServer } from '../../../../testing/test-services.ts';

const PATH = '/v1/billing/profile';
const TAX_NO = '91440300708461136T';
const PROFILE = { title_type: 'enterprise', title: '深圳示例科技有限公司', tax_no: TAX_NO, email: 'a@example.com' };
const NOTHING_ELSE = { registered_address: null, registered_phone: null, bank_name: null, bank_account: null };

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  team = await newTeam(server);
});

const get = () => server.call('GET', PATH, { session: team.members.billing.session });
const set = (json: object) => server.call('POST', PATH, { session: team.members.billing.session, json });

describe('GET /v1/billing/profile', () => {
  it('200 nothing before one is stored', async () => {
    expect((await get()).body).toEqual({ profile: null, version: 0, warnings: [] });
  });

  it('403 BILLING_PERMISSION_REQUIRED for roles that have nothing to do with money, and for a key of the sandbox', async () => {
    const { session } = team.members.developer;
    expect(outcomeOf(await server.call('GET', PATH, { session }))).toBe('403 BILLING_PERMISSION_REQUIRED');
    const { key } = await server.createKey({ scopes: ['billing:read'] });
    expect(outcomeOf(await server.call('GET', PATH, { key }))).toBe('403 BILLING_PERMISSION_REQUIRED');
  });

  it('200 with a live key of that scope', async () => {
    const { key } = await server.createKey({ scopes: ['billing:read'], mode: 'live' });
    expect((await server.call('GET', PATH, { key })).status).toBe(200);
  });
});

describe('POST /v1/billing/profile', () => {
  it('200 trims, composes, and writes the tax number as it is printed', async () => {
    const answer = await set({
      ...PROFILE,
      title: '  Cafe\u0301 \uff08A\uff09(B) ',
      tax_no: ' 9144 0300 7084 6113 6t',
    });
    const profile = { ...PROFILE, ...NOTHING_ELSE, title: 'Caf\u00e9 \uff08A\uff09(B)' };
    expect(answer).toMatchObject({ status: 200, body: { profile, version: 1, warnings: [] } });
    expect((await get()).body).toEqual(answer.body);
    const { title, ...hidden } = PROFILE;
    const rows = (await auditOf(server, team.org_id)).filter(({ action }) => action === 'billing_profile.updated');
    expect(rows).toMatchObject([{ actor_id: team.members.billing.accountId, details: { version: 1 } }]);
    expect(JSON.stringify(rows)).not.toContain(hidden.tax_no);
    expect(JSON.stringify(rows)).not.toContain(title);
  });

  it('200 replaces it as a whole', async () => {
    await set({ ...PROFILE, bank_name: 'Bank', bank_account: '1234 5678' });
    const person = { title_type: 'personal', title: '张三', email: 'b@example.com' };
    expect((await set(person)).body).toEqual({
      profile: { ...person, tax_no: null, ...NOTHING_ELSE },
      version: 2,
      warnings: [],
    });
  });

  it('F73 200 with a warning for one wrong check character, 422 for two', async () => {
    expect((await set({ ...PROFILE, tax_no: '91350100M000100Y4Z' })).body).toMatchObject({
      warnings: ['tax_no_checksum'],
    });
    const refused = await set({ ...PROFILE, tax_no: '91350100M000100Y52' });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'tax_no'] }] } });
  });

  it('F73 422 for a title of 35 emoji', async () => {
    const refused = await set({ ...PROFILE, title: '\u{1f600}'.repeat(35) });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'title'] }] } });
  });

  it.each([
    [{ title: 'x' }, 'title'],
    [{ title: ' \t ' }, 'title'],
    [{ title: `a\u202eb` }, 'title'],
    [{ title: 'I \u2764\ufe0f tea' }, 'title'],
    [{ tax_no: null }, 'tax_no'],
    [{ tax_no: '1234567890123456' }, 'tax_no'],
    [{ email: 'nobody' }, 'email'],
    [{ registered_phone: 'none at all' }, 'registered_phone'],
    [{ bank_account: '一二三四五' }, 'bank_account'],
    [{ surname: 'A' }, 'surname'],
    [{ version: -1 }, 'version'],
  ])('422 for %j', async (change, member) => {
    const refused = await set({ ...PROFILE, ...change });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', member] }] } });
    expect((await get()).body).toMatchObject({ version: 0 });
  });

  it('409 CONFLICT when somebody else stored one meanwhile', async () => {
    expect((await set({ ...PROFILE, version: 0 })).body).toMatchObject({ version: 1 });
    expect(outcomeOf(await set({ ...PROFILE, version: 0 }))).toBe('409 CONFLICT profile_changed');
    expect((await set({ ...PROFILE, version: 1 })).body).toMatchObject({ version: 2 });
    expect(outcomeOf(await set({ ...PROFILE, version: 1 }))).toBe('409 CONFLICT profile_changed');
    expect(outcomeOf(await set({ ...PROFILE, version: 3 }))).toBe('409 CONFLICT profile_changed');
    expect((await get()).body).toMatchObject({ version: 2 });
  });

  it('409 CONFLICT for all but one of those who change the same version at once', async () => {
    await set(PROFILE);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => set({ ...PROFILE, title: `Title ${n}`, version: 1 })));
    expect(answers.map(outcomeOf).toSorted()).toEqual([
      '200',
      ...Array.from({ length: 3 }, () => '409 CONFLICT profile_changed'),
    ]);
    expect((await get()).body).toMatchObject({ version: 2 });
  });

  it('403 WORKSPACE_SUSPENDED while the organization is', async () => {
    await suspend(server, team.org_id);
    expect(outcomeOf(await set(PROFILE))).toBe('403 WORKSPACE_SUSPENDED');
    expect((await get()).status).toBe(200);
  });
});
