import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type Answer, type TestServer } from '../../testing/test-services.ts';
import { letAuthenticationAge, mailsTo, outcomeOf } from '../../testing/test-team.ts';
import type { PresentedKey } from './index.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
type NewKey = PresentedKey & { key: string };

let server: TestServer;
let owner: TestAccount;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function rows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  return (await server.services.database.pool.query<T>(text, values)).rows;
}
const auditOf = (keyId: string) => rows('select * from audit_log where target_id = $1 order by created_at', [keyId]);
const codeOf = ({ status, body }: Answer) => [status, (body as { error?: { code: string } }).error?.code];

describe.each([
  ['/v1/dashboard/keys', '/v1/console/keys'],
  ['/v1/console/keys', '/v1/dashboard/keys'],
])(
  'GET /v1/dashboard/keys, POST /v1/dashboard/keys, DELETE /v1/dashboard/keys/{kid} and GET /v1/console/keys, POST /v1/console/keys, DELETE /v1/console/keys/{kid}: at %s',
  (path, twin) => {
    beforeAll(async () => {
      owner = await server.createAccount();
    });
    const make = (json: unknown, by = owner) => server.call('POST', path, { session: by.session, json });
    const list = (query = '', by = owner, at = path) => server.call('GET', at, { session: by.session, query });
    const revoke = (kid: string, by = owner) =>
      server.call('DELETE', `${path}/{kid}`, { session: by.session, params: { kid } });

    it('201 a key that works and is shown once, with its record', async () => {
      const answer = await make({ name: '  Build server ' });
      const { key, ...record } = answer.body as NewKey;
      expect(answer.status).toBe(201);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(record).toEqual({
        id: expect.stringMatching(/^key_\w{22}$/) as string,
        organization_id: owner.organizationId,
        name: 'Build server',
        prefix: key.slice(0, record.prefix.length),
        mode: 'test',
        scopes: ['content:verify', 'content:sign', 'credentials:read', 'jobs:read'],
        created_by: owner.accountId,
        created_at: expect.stringMatching(TIME) as string,
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
      });
      const used = await server.call('GET', '/v1/content/credentials/{cid}', {
        key,
        params: { cid: newId('credential') },
      });
      expect(codeOf(used)).toEqual([404, 'NOT_FOUND']);
      expect(JSON.stringify((await list()).body)).not.toContain(key);
      expect(await rows('select created_by from api_key where id = $1', [record.id])).toEqual([
        { created_by: owner.accountId },
      ]);
      expect(await auditOf(record.id)).toMatchObject([
        {
          organization_id: owner.organizationId,
          actor_kind: 'account',
          actor_id: owner.accountId,
          action: 'api_key.created',
          address: '127.0.0.1',
          request_id: answer.headers['x-request-id'],
          details: { name: 'Build server', mode: 'test', prefix: record.prefix, expires_at: null },
        },
      ]);
      expect(JSON.stringify(await auditOf(record.id))).not.toContain(key);
    });

    it('201 with what was asked for; what was not offered is not taken', async () => {
      const expires_at = '2099-01-01T00:00:00+08:00';
      const smuggled = {
        id: newId('apiKey'),
        organization_id: newId('organization'),
        created_by: newId('account'),
        revoked_at: expires_at,
      };
      const scopes = ['jobs:read', 'usage:read', 'jobs:read'];
      const { body } = await make({ name: '密钥', mode: 'live', scopes, expires_at, ...smuggled });
      expect(body).toMatchObject({
        organization_id: owner.organizationId,
        name: '密钥',
        mode: 'live',
        scopes: ['jobs:read', 'usage:read'],
        expires_at: '2098-12-31T16:00:00.000Z',
        revoked_at: null,
      });
      expect((body as NewKey).id).not.toBe(smuggled.id);
    });

    it('401 INVALID_API_KEY for a key once it has expired', async () => {
      const { id, key } = (await make({ name: 'short', expires_at: '2099-01-01T00:00:00Z' })).body as NewKey;
      const use = () => server.call('GET', '/v1/content/credentials/{cid}', { key, params: { cid: 'x' } });
      expect((await use()).status).toBe(404);
      await server.services.database.pool.query(`update api_key set expires_at = now() where id = $1`, [id]);
      expect(codeOf(await use())).toEqual([401, 'INVALID_API_KEY']);
    });

    it.each([
      ['no body', undefined, ['body']],
      ['no name', {}, ['body', 'name']],
      ['an empty name', { name: '  ' }, ['body', 'name']],
      ['a name too long', { name: 'n'.repeat(101) }, ['body', 'name']],
      ['a name that turns around', { name: 'abc\u202ecba' }, ['body', 'name']],
      ['a name with U+0000', { name: 'a\u0000b' }, ['body', 'name']],
      ['another mode', { name: 'x', mode: 'production' }, ['body', 'mode']],
      ['an unknown scope', { name: 'x', scopes: ['admin'] }, ['body', 'scopes', 0]],
      ['no scope at all', { name: 'x', scopes: [] }, ['body', 'scopes']],
      ['an end in the past', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, ['body', 'expires_at']],
      ['an end without a zone', { name: 'x', expires_at: '2099-01-01T00:00:00' }, ['body', 'expires_at']],
      ['a day that is none', { name: 'x', expires_at: '2099-02-30T00:00:00Z' }, ['body', 'expires_at']],
      ['a number for an end', { name: 'x', expires_at: 4_102_444_800 }, ['body', 'expires_at']],
    ])('422 for %s, and nothing is made', async (_what, json, loc) => {
      const before = (await list()).body;
      const answer = await make(json);
      const [first] = (answer.body as { detail: { loc: unknown }[] }).detail;
      expect([answer.status, first?.loc]).toEqual([422, loc]);
      expect((await list()).body).toEqual(before);
    });

    it('403 SCOPE_DENIED for a live key long after the password was given; a test key is made', async () => {
      const late = await server.createAccount();
      await server.services.database.pool.query(
        `update session set reauthenticated_at = now() - interval '16 minutes' where account_id = $1`,
        [late.accountId],
      );
      const answer = await make({ name: 'live', mode: 'live' }, late);
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { error: { code: 'SCOPE_DENIED', details: { reason: 'reauthentication_required' } } },
      ]);
      expect((await list('', late)).body).toMatchObject({ total: 0 });
      expect((await make({ name: 'test' }, late)).status).toBe(201);
    });

    it('403 SCOPE_DENIED also for a test key that may revoke', async () => {
      const late = await server.createAccount();
      await letAuthenticationAge(server, late);
      const scopes = ['credentials:read', 'credentials:revoke'];
      expect(outcomeOf(await make({ name: 'x', scopes }, late))).toBe('403 SCOPE_DENIED reauthentication_required');
      expect((await make({ name: 'x', scopes: ['credentials:read'] }, late)).status).toBe(201);
    });

    it('201 tells the maker by mail, and the owners of a key that is live or may revoke', async () => {
      const boss = await server.createAccount();
      const { organizationId } = boss;
      const maker = await server.createAccount({ organizationId, role: 'developer' });
      const colleague = await server.createAccount({ organizationId, role: 'admin' });
      const { body } = await make({ name: 'plain' }, maker);
      await make({ name: 'live', mode: 'live' }, maker);
      await make({ name: 'revoking', scopes: ['credentials:revoke'] }, maker);
      const told = async ({ email }: TestAccount) => (await mailsTo(server, email)).map(({ values }) => values['name']);
      expect(await told(maker)).toEqual(['plain', 'live', 'revoking']);
      expect(await told(boss)).toEqual(['live', 'revoking']);
      expect(await told(colleague)).toEqual([]);
      const [first] = await mailsTo(server, maker.email);
      expect(first).toMatchObject({
        template: 'key_created',
        values: { maker: maker.email, prefix: (body as { prefix: string }).prefix, mode: 'test', may_revoke: false },
      });
      const { key } = body as { key: string };
      expect(JSON.stringify(await mailsTo(server, maker.email))).not.toContain(key);
    });

    it('403 ACCOUNT_EMAIL_NOT_VERIFIED for making one; the list is shown', async () => {
      const unverified = await server.createAccount({ verified: false });
      expect(codeOf(await make({ name: 'x' }, unverified))).toEqual([403, 'ACCOUNT_EMAIL_NOT_VERIFIED']);
      expect(await list('', unverified)).toMatchObject({ status: 200, body: { data: [], total: 0 } });
    });

    it('200 the list: newest first, page by page, revoked and expired ones with it, the same at both addresses', async () => {
      const account = await server.createAccount();
      const made: NewKey[] = [];
      for (const name of ['one', 'two', 'three']) made.push((await make({ name }, account)).body as NewKey);
      const [one, two, three] = made.map(({ id }) => id);
      await revoke(one ?? '', account);
      await server.services.database.pool.query(`update api_key set expires_at = now() where id = $1`, [two]);
      const { status, body } = await list('', account);
      expect([status, body]).toMatchObject([
        200,
        {
          data: [
            { id: three, revoked_at: null },
            { id: two, expires_at: expect.stringMatching(TIME) as string },
            { id: one, revoked_at: expect.stringMatching(TIME) as string },
          ],
          pagination: { limit: 20, offset: 0 },
          total: 3,
        },
      ]);
      expect((await list('', account, twin)).body).toEqual(body);
      expect((await list('?limit=1&offset=1', account)).body).toMatchObject({
        data: [{ id: two }],
        pagination: { limit: 1, offset: 1 },
        total: 3,
      });
      expect((await list('?offset=999999999999999', account)).body).toMatchObject({ data: [], total: 3 });
    });

    it.each(['limit=0', 'limit=101', 'offset=-1', 'limit=x'])('422 for the page %s', async (query) => {
      expect((await list(`?${query}`)).status).toBe(422);
    });

    it('200 a developer works with the keys that an owner made; 403 SCOPE_DENIED for who may not', async () => {
      const { organizationId } = owner;
      const [developer, viewer] = [
        await server.createAccount({ organizationId, role: 'developer' }),
        await server.createAccount({ organizationId, role: 'viewer' }),
      ];
      const { id } = (await make({ name: 'shared' })).body as NewKey;
      expect(codeOf(await revoke(id, viewer))).toEqual([403, 'SCOPE_DENIED']);
      expect(codeOf(await list('', viewer))).toEqual([403, 'SCOPE_DENIED']);
      expect((await list('?limit=1', developer)).body).toMatchObject({ data: [{ id, revoked_at: null }] });
      expect((await revoke(id, developer)).status).toBe(200);
      expect(await auditOf(id)).toMatchObject([{ actor_id: owner.accountId }, { actor_id: developer.accountId }]);
    });

    it('200 revoking ends the key at once; doing it again changes nothing', async () => {
      const { id, key, ...record } = (await make({ name: 'doomed' })).body as NewKey;
      const first = await revoke(id);
      expect([first.status, first.body]).toEqual([
        200,
        { id, ...record, revoked_at: expect.stringMatching(TIME) as string },
      ]);
      const use = await server.call('GET', '/v1/content/credentials/{cid}', { key, params: { cid: 'x' } });
      expect(codeOf(use)).toEqual([401, 'INVALID_API_KEY']);
      const second = await revoke(id);
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(await auditOf(id)).toMatchObject([
        { action: 'api_key.created' },
        {
          action: 'api_key.revoked',
          actor_id: owner.accountId,
          request_id: first.headers['x-request-id'],
          address: '127.0.0.1',
        },
        { action: 'api_key.refused', actor_id: id, request_id: use.headers['x-request-id'], address: '127.0.0.1' },
      ]);
    });

    it('200 many revocations at once are one', async () => {
      const { id } = (await make({ name: 'doomed' })).body as NewKey;
      const answers = await Promise.all(Array.from({ length: 6 }, () => revoke(id)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(await auditOf(id)).toHaveLength(2);
    });

    it.each([
      [
        'another organization’s key',
        async () => ((await make({ name: 'theirs' }, await server.createAccount())).body as NewKey).id,
      ],
      ['a key that never was', () => Promise.resolve(newId('apiKey'))],
      ['what is no identifier', () => Promise.resolve('../x')],
      ['a character that PostgreSQL does not take', () => Promise.resolve('key_\u0000')],
    ])('404 NOT_FOUND for %s', async (_what, id) => {
      const kid = await id();
      expect(codeOf(await revoke(kid))).toEqual([404, 'NOT_FOUND']);
      expect(
        await rows('select id from api_key where id = $1 and revoked_at is not null', [kid.replace('\u0000', '')]),
      ).toEqual([]);
    });
  },
);
