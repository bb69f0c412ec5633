import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../app.ts';
import { isJsonObject } from '../../http/openapi-schemas.ts';
import type { Route } from '../../http/route.ts';
import { newId } from '../../shared/ids.ts';
import { isScope, SCOPES } from '../../shared/scopes.ts';
import { openTestServer, type Answer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';

/** Every parameter that names something of an organization, and what it names here. */
const NAMED = ['cid', 'jid'];

let server: TestServer;
let routes: Route[];
let mine: TestKey;
let other: TestKey;
let names: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  routes = allRoutes(server.services).filter(({ path }) => NAMED.some((name) => path.includes(`{${name}}`)));
  const scopes = Object.keys(SCOPES).filter(isScope);
  [mine, other] = [await server.createKey({ scopes }), await server.createKey({ scopes })];
  const { id, credential_id } = await signOne(server.call, { key: mine.key });
  names = { cid: credential_id, jid: id };
  await signOne(server.call, { key: other.key });
});
afterAll(() => server.close());

/** Whoever has the address may see this one; it shows nothing of the organization. */
const isPublic = ({ path }: Route) => path === '/v/{cid}';
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function ask(route: Route, key: string | undefined, params: Record<string, string>): Promise<Answer> {
  if (route.method !== 'GET' && route.method !== 'POST') throw new Error(`extend the walk by ${route.method}`);
  return server.call(route.method, route.path, { params, ...(key === undefined ? {} : { key }) });
}

const codeOf = ({ status, body }: Answer): string => {
  const error = isJsonObject(body) ? body['error'] : undefined;
  return `${status} ${isJsonObject(error) ? String(error['code']) : ''}`.trim();
};

/** All rows that belong to the organizations, byte for byte. */
async function everything(): Promise<string> {
  const { pool } = server.services.database;
  const tables = ['credential', 'job', 'blob', 'audit_log', 'idempotency_key'];
  const rows = await Promise.all(tables.map((table) => pool.query<object>(`select * from ${table} order by 1`)));
  return JSON.stringify(rows.map((result) => result.rows));
}

const withoutRequestId = (answer: Answer) => JSON.stringify(answer.body).replaceAll(/req_\w{22}/g, 'req');

describe('what belongs to one organization, on every route of the service that names it', () => {
  it('walks over all of them', () => {
    expect(routes.map(nameOf).toSorted()).toEqual([
      'GET /v/{cid}',
      'GET /v1/content/credentials/{cid}',
      'GET /v1/content/credentials/{cid}/asset',
      'GET /v1/jobs/{jid}',
      'GET /v1/jobs/{jid}/report',
      'POST /v1/content/credentials/{cid}/resume',
      'POST /v1/content/credentials/{cid}/revoke',
      'POST /v1/content/credentials/{cid}/suspend',
    ]);
  });

  it('404 with another organization’s key, the same as for what never was, and nothing changes', async () => {
    const before = await everything();
    const absent = { cid: newId('credential'), jid: newId('job') };
    for (const route of routes.filter((each) => !isPublic(each))) {
      const answer = await ask(route, other.key, names);
      expect([nameOf(route), codeOf(answer)]).toEqual([nameOf(route), '404 NOT_FOUND']);
      expect(withoutRequestId(answer)).toBe(withoutRequestId(await ask(route, other.key, absent)));
    }
    expect(await everything()).toBe(before);
  });

  it('401 or 404 without a key, and nothing changes', async () => {
    const before = await everything();
    for (const route of routes.filter((each) => !isPublic(each))) {
      const expected = route.auth.kind === 'key' ? '401 AUTH_REQUIRED' : '404 NOT_FOUND';
      expect([nameOf(route), codeOf(await ask(route, undefined, names))]).toEqual([nameOf(route), expected]);
    }
    expect(await everything()).toBe(before);
  });

  it('200 with the own key, and with another one of the same organization', async () => {
    const scopes = Object.keys(SCOPES).filter(isScope);
    const colleague = await server.createKey({ organizationId: mine.organizationId, scopes });
    // What is revoked has no file and cannot come back: in this order each can answer 200.
    const order = ['GET', 'suspend', 'resume', 'revoke'];
    const rank = (route: Route) => order.findIndex((word) => nameOf(route).includes(word));
    for (const route of routes.toSorted((a, b) => rank(a) - rank(b))) {
      for (const { key } of [mine, colleague]) {
        expect([nameOf(route), codeOf(await ask(route, key, names))]).toEqual([nameOf(route), '200']);
      }
    }
  });
});
