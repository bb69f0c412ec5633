import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../shared/permissions.ts';
import { openTestServer, type Call, type TestServer } from '../../testing/test-services.ts';
import type { OrganizationResult } from './schemas.ts';
import { auditOf, newTeam, outcomeOf, suspend } from '../../testing/test-team.ts';

const LIST = '/v1/organizations';
const ONE = '/v1/organizations/{org_id}';
const PROVIDER_CODE = '001191110102MACQD9K64010000';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

interface OrganizationPage {
  data: OrganizationResult[];
  pagination: { limit: number; offset: number };
  total: number;
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const create = (call: Call) => server.call('POST', LIST, call);
const rename = (call: Call) => server.call('PATCH', ONE, call);

/** Characters that make a name show as something else, in a place where they are not mere space around it. */
const HOSTILE_NAMES = [
  ...['\u0000', '\u0007', '\u001b', '\n', '\u0085', '\u2028', '\u202e', '\u2066', '\u200f', '\ud83d'].map(
    (character) => `a${character}b`,
  ),
  hostileTexts.bidi,
  hostileTexts.control,
  '\u200b\u200b',
];

describe('GET /v1/organizations', () => {
  it('200 those of the account, newest first, with its role in each', async () => {
    const account = await server.createAccount();
    const first = await create({ session: account.session, json: { name: 'First' } });
    const team = await newTeam(server, 'Joined');
    const { pool } = server.services.database;
    await pool.query(`insert into membership (organization_id, account_id, role) values ($1, $2, 'billing')`, [
      team.org_id,
      account.accountId,
    ]);
    const answer = await server.call('GET', LIST, { session: account.session });
    const { data, ...rest } = answer.body as OrganizationPage;
    expect([answer.status, rest]).toEqual([200, { pagination: { limit: 20, offset: 0 }, total: 3 }]);
    expect(data.map(({ id, role, kind }) => [id, role, kind])).toEqual([
      [team.org_id, 'billing', 'team'],
      [(first.body as OrganizationResult).id, 'owner', 'team'],
      [account.organizationId, 'owner', 'personal'],
    ]);
  });

  it('200 in parts', async () => {
    const { session, organizationId } = await server.createAccount();
    for (const name of ['One', 'Two']) await create({ session, json: { name } });
    const names = async (query: string) => {
      const { data, pagination, total } = (await server.call('GET', LIST, { session, query })).body as OrganizationPage;
      return [data.map(({ name, id }) => (id === organizationId ? 'own' : name)), pagination, total];
    };
    expect(await names('?limit=1')).toEqual([['Two'], { limit: 1, offset: 0 }, 3]);
    expect(await names('?limit=2&offset=1')).toEqual([['One', 'own'], { limit: 2, offset: 1 }, 3]);
    expect(await names('?offset=3')).toEqual([[], { limit: 20, offset: 3 }, 3]);
  });

  it('401 AUTH_REQUIRED without a session', async () => {
    expect(outcomeOf(await server.call('GET', LIST))).toBe('401 AUTH_REQUIRED');
  });

  it('422 for a part that cannot be', async () => {
    const { session } = await server.createAccount();
    expect((await server.call('GET', LIST, { session, query: '?limit=0' })).status).toBe(422);
  });
});

describe('POST /v1/organizations', () => {
  it('201 makes the caller its owner, and says so in the audit log', async () => {
    const { session, accountId } = await server.createAccount();
    const answer = await create({
      session,
      json: { name: '  Verlag „Łódź“ 出版社  ', kind: 'personal', role: 'viewer', suspended_at: null },
      address: '198.51.100.7',
      headers: { 'x-request-id': 'found-1' },
    });
    const { id } = answer.body as OrganizationResult;
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^org_[0-9A-Za-z]{22}$/) as string,
        name: 'Verlag „Łódź“ 出版社',
        kind: 'team',
        role: 'owner',
        status: 'active',
        provider_code: null,
        created_at: TIME,
      },
    ]);
    expect(await auditOf(server, id)).toEqual([
      {
        action: 'organization.created',
        actor_id: accountId,
        target_id: id,
        address: '198.51.100.7',
        request_id: answer.headers['x-revera-request-id'],
        details: { name: 'Verlag „Łódź“ 出版社', client_request_id: 'found-1' },
      },
    ]);
  });

  it.each(['', '   ', 'x'.repeat(101), 7, null, undefined, ...HOSTILE_NAMES])('422 for the name %j', async (name) => {
    const { session } = await server.createAccount();
    expect((await create({ session, json: { name } })).status).toBe(422);
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED before the address is confirmed', async () => {
    const { session, accountId } = await server.createAccount({ verified: false });
    expect(outcomeOf(await create({ session, json: { name: 'Mine' } }))).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
    const { pool } = server.services.database;
    expect((await pool.query('select from membership where account_id = $1', [accountId])).rowCount).toBe(1);
  });

  it('403 SCOPE_DENIED when another page asks with the cookie', async () => {
    const { session } = await server.createAccount();
    const json = { name: 'Mine' };
    const forged = { ...session, csrf: 'x'.repeat(43) };
    expect(outcomeOf(await create({ session: forged, json }))).toBe('403 SCOPE_DENIED csrf');
    const headers = { origin: 'https://elsewhere.example' };
    expect(outcomeOf(await create({ session, json, headers }))).toBe('403 SCOPE_DENIED csrf');
  });

  it('401 AUTH_REQUIRED without a session, and for an API key', async () => {
    const { key } = await server.createKey();
    expect(outcomeOf(await create({ json: { name: 'Mine' } }))).toBe('401 AUTH_REQUIRED');
    expect(outcomeOf(await create({ json: { name: 'Mine' }, key }))).toBe('401 AUTH_REQUIRED');
  });
});

describe('GET /v1/organizations/{org_id}', () => {
  it.each(ROLES)('200 for the %s, with the own role', async (role) => {
    const { org_id, members } = await newTeam(server, 'Common');
    const answer = await server.call('GET', ONE, { session: members[role].session, params: { org_id } });
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: org_id, name: 'Common', kind: 'team', role, status: 'active', provider_code: null, created_at: TIME },
    ]);
  });

  it('200 while it is suspended', async () => {
    const { org_id, members } = await newTeam(server);
    await suspend(server, org_id);
    const answer = await server.call('GET', ONE, { session: members.viewer.session, params: { org_id } });
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'suspended' }]);
  });

  it('200 for the one in the path, whatever the header names', async () => {
    const { org_id, members } = await newTeam(server);
    const session = { ...members.owner.session, organizationId: members.owner.organizationId };
    const answer = await server.call('GET', ONE, { session, params: { org_id } });
    expect([answer.status, answer.body]).toMatchObject([200, { id: org_id }]);
  });

  it.each(['org_0000000000000000000000', 'absent', '../../etc/passwd', '组织', 'a\u0000b', `org_${'x'.repeat(300)}`])(
    '404 NOT_FOUND for %j',
    async (org_id) => {
      const { session } = await server.createAccount();
      expect(outcomeOf(await server.call('GET', ONE, { session, params: { org_id } }))).toBe('404 NOT_FOUND');
    },
  );
});

describe('PATCH /v1/organizations/{org_id}', () => {
  it('200 once for a name, and says from what to what', async () => {
    const { org_id, members } = await newTeam(server, 'Before');
    const call = { session: members.admin.session, params: { org_id }, json: { name: 'After', kind: 'personal' } };
    for (let time = 0; time < 2; time += 1) {
      const answer = await rename(call);
      expect([answer.status, answer.body]).toMatchObject([200, { name: 'After', kind: 'team', role: 'admin' }]);
    }
    expect((await auditOf(server, org_id)).slice(1)).toMatchObject([
      {
        action: 'organization.updated',
        actor_id: members.admin.accountId,
        target_id: org_id,
        details: { name: { from: 'Before', to: 'After' } },
      },
    ]);
  });

  it('200 stores the provider code that labels carry, shows it, and takes it away', async () => {
    const { org_id, members } = await newTeam(server, 'Labels');
    const by = { session: members.owner.session, params: { org_id } };
    for (const provider_code of [PROVIDER_CODE, PROVIDER_CODE, null]) {
      const answer = await rename({ ...by, json: { provider_code } });
      expect([answer.status, answer.body]).toMatchObject([200, { name: 'Labels', provider_code }]);
      expect((await server.call('GET', ONE, by)).body).toMatchObject({ provider_code });
    }
    expect((await auditOf(server, org_id)).slice(1)).toMatchObject([
      { action: 'organization.provider_code_changed', details: { provider_code: PROVIDER_CODE } },
      { action: 'organization.provider_code_changed', details: { provider_code: null } },
    ]);
  });

  it.each([
    ['of another length', { provider_code: PROVIDER_CODE.slice(1) }],
    ['with a wrong check character', { provider_code: PROVIDER_CODE.replace('K64', 'K65') }],
    ['that is no text', { provider_code: 1 }],
    ['and nothing else to change', {}],
  ])('422 for a provider code %s', async (_what, json) => {
    const { session, organizationId } = await server.createAccount();
    expect((await rename({ session, params: { org_id: organizationId }, json })).status).toBe(422);
  });

  it('200 for a personal one', async () => {
    const { session, organizationId } = await server.createAccount();
    const answer = await rename({ session, params: { org_id: organizationId }, json: { name: 'My own' } });
    expect([answer.status, answer.body]).toMatchObject([200, { name: 'My own', kind: 'personal' }]);
  });

  it.each(HOSTILE_NAMES)('422 for the name %j', async (name) => {
    const { session, organizationId } = await server.createAccount();
    expect((await rename({ session, params: { org_id: organizationId }, json: { name } })).status).toBe(422);
  });

  it.each([
    ['owner', '200'],
    ['admin', '200'],
    ['billing', '403 SCOPE_DENIED organization:update'],
    ['developer', '403 SCOPE_DENIED organization:update'],
    ['viewer', '403 SCOPE_DENIED organization:update'],
  ] as const)('403 SCOPE_DENIED or 200 by role: %s %s', async (role, expected) => {
    const { org_id, members } = await newTeam(server);
    const answer = await rename({ session: members[role].session, params: { org_id }, json: { name: 'New' } });
    expect(outcomeOf(answer)).toBe(expected);
  });

  it('403 WORKSPACE_SUSPENDED while it is suspended', async () => {
    const { org_id, members } = await newTeam(server);
    await suspend(server, org_id);
    const answer = await rename({ session: members.owner.session, params: { org_id }, json: { name: 'New' } });
    expect(outcomeOf(answer)).toBe('403 WORKSPACE_SUSPENDED');
  });

  it('404 NOT_FOUND for whoever is no member', async () => {
    const { org_id } = await newTeam(server);
    const { session } = await server.createAccount();
    expect(outcomeOf(await rename({ session, params: { org_id }, json: { name: 'New' } }))).toBe('404 NOT_FOUND');
  });
});

describe('POST /v1/organizations, PATCH /v1/organizations/{org_id}, POST /v1/organizations/{org_id}/members, PATCH /v1/organizations/{org_id}/members/{account_id}, POST /v1/invitations/accept', () => {
  it.each([
    ['POST', '/v1/organizations'],
    ['PATCH', '/v1/organizations/{org_id}'],
    ['POST', '/v1/organizations/{org_id}/members'],
    ['PATCH', '/v1/organizations/{org_id}/members/{account_id}'],
    ['POST', '/v1/invitations/accept'],
  ] as const)('413 FILE_TOO_LARGE for a body beyond the limit: %s %s', async (method, path) => {
    const { session, organizationId, accountId } = await server.createAccount();
    const params = { org_id: organizationId, account_id: accountId };
    const json = { name: 'x'.repeat(1_048_576) };
    expect(outcomeOf(await server.call(method, path, { session, params, json }))).toBe('413 FILE_TOO_LARGE');
  });
});
