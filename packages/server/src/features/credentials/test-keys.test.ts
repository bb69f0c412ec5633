import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../app.ts';
import type { Route } from '../../http/route.ts';
import { isScope, SCOPES } from '../../shared/scopes.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { signOne, verify, lastJob } from '../../testing/test-signing.ts';
import { outcomeOf } from '../../testing/test-team.ts';

let server: TestServer;
let routes: Route[];
let live: TestKey;
let test: TestKey;
/** What the live key made; the credential counts as a production one. */
let ofLive: Record<string, string>;
let ofTest: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  const scopes = Object.keys(SCOPES).filter(isScope);
  live = await server.createKey({ mode: 'live', scopes });
  test = await server.createKey({ scopes, organizationId: live.organizationId });
  ofLive = await sign(live);
  ofTest = await sign(test);
  await server.services.database.pool.query('update credential set sandbox = false where id = $1', [ofLive['cid']]);
  routes = allRoutes(server.services).filter(
    ({ path, auth }) => 'scope' in auth && (path.includes('{cid}') || path.includes('{jid}')),
  );
});
afterAll(() => server.close());

async function sign({ key }: TestKey): Promise<Record<string, string>> {
  const { id, credential_id } = await signOne(server.call, { key });
  // Its pictures are stored after the answer.
  await server.services.latePictures.settle();
  return { jid: id, cid: credential_id, position: '0' };
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const ask = (route: Route, { key }: TestKey, params: Record<string, string>) =>
  server.call(route.method, route.path, {
    key,
    params,
    ...(route.body === undefined ? {} : { json: { public_download: true } }),
  });
async function state(): Promise<object[]> {
  const { pool } = server.services.database;
  return (await pool.query<object>('select status, revoked_at, public_download from credential order by id')).rows;
}

describe('a test key, on every route that names a credential or a job', () => {
  it('walks over all of them', () => {
    expect(routes.map(nameOf).toSorted()).toEqual([
      'GET /v1/content/credentials/{cid}',
      'GET /v1/content/credentials/{cid}/asset',
      'GET /v1/jobs/{jid}',
      'GET /v1/jobs/{jid}/preview',
      'GET /v1/jobs/{jid}/report',
      'GET /v1/jobs/{jid}/thumbnails/{position}',
      'PATCH /v1/content/credentials/{cid}',
      'POST /v1/content/credentials/{cid}/resume',
      'POST /v1/content/credentials/{cid}/revoke',
      'POST /v1/content/credentials/{cid}/suspend',
    ]);
  });

  it('404 NOT_FOUND for what a live key made, and nothing is changed', async () => {
    const before = await state();
    for (const route of routes) {
      expect([nameOf(route), outcomeOf(await ask(route, test, ofLive))]).toEqual([nameOf(route), '404 NOT_FOUND']);
    }
    expect(await state()).toEqual(before);
  });

  it('reaches what it made itself, and a live key reaches both', async () => {
    const reading = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{position}'));
    for (const [key, params] of [
      [test, ofTest],
      [live, ofTest],
      [live, ofLive],
    ] as const) {
      for (const route of reading)
        expect([nameOf(route), (await ask(route, key, params)).status]).toEqual([nameOf(route), 200]);
    }
    const revoke = routes.find(({ path }) => path.endsWith('/revoke'));
    if (revoke === undefined) throw new Error('the route is gone');
    expect((await ask(revoke, test, await sign(test))).status).toBe(200);
  });

  it('reads the verification that a test key asked for, and none of a live key', async () => {
    const asked = async ({ key }: TestKey) => {
      await verify(server.call, key, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
      return (await lastJob(server))?.id ?? '';
    };
    const read = async (jid: string) =>
      (await server.call('GET', '/v1/jobs/{jid}', { key: test.key, params: { jid } })).status;
    expect([await read(await asked(test)), await read(await asked(live))]).toEqual([200, 404]);
  });

  it('reads what a member signed in the sandbox, and not what one signed with the production certificate', async () => {
    const { session } = await server.createAccount({ organizationId: live.organizationId });
    const { id: jid } = await signOne(server.call, { session, path: '/api/sign' });
    const read = async () => outcomeOf(await server.call('GET', '/v1/jobs/{jid}', { key: test.key, params: { jid } }));
    expect(await read()).toBe('200');
    await server.services.database.pool.query(
      `update job set input = jsonb_set(input, '{mode}', '"live"') where id = $1`,
      [jid],
    );
    expect(await read()).toBe('404 NOT_FOUND');
  });
});
