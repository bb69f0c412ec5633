import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../platform/log.ts';
import { ADMIN_TOKEN, createTestApp, until } from './test-app.ts';
import { defineRoute } from './route.ts';
import { basics, testRoutes } from './test-routes.ts';

const OWN_ID = /^req_[0-9A-Za-z]{22}$/;

const idRoute = defineRoute({
  ...basics,
  method: 'GET',
  path: '/ids',
  operationId: 'ids',
  auth: { kind: 'none' },
  responses: { 200: { description: 'ok', schema: z.object({ own: z.string(), client: z.string().nullable() }) } },
  handler: ({ requestId }) => ({ status: 200, body: requestId }),
});

const lineSchema = z.looseObject({});

/** An application whose log is kept. */
async function start() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(lineSchema.parse(JSON.parse(line))) });
  const test = await createTestApp([...testRoutes, idRoute], { log });
  const answered = () => lines.filter(({ msg }) => msg === 'answered');
  return { ...test, lines, answered };
}

describe('the name of a request', () => {
  it('200 with the caller’s own in X-Request-Id and ours beside it', async () => {
    const { app } = await start();
    const answer = await app.inject({ url: '/ids', headers: { 'x-request-id': 'mine-1' } });
    const { own, client } = answer.json<{ own: string; client: string | null }>();
    expect([own, client]).toEqual([expect.stringMatching(OWN_ID), 'mine-1']);
    expect([answer.headers['x-request-id'], answer.headers['x-revera-request-id']]).toEqual(['mine-1', own]);
  });

  it.each([undefined, '', 'a b', 'x'.repeat(65), '<script>'])(
    '200 with ours alone when the caller sends %j',
    async (id) => {
      const { app } = await start();
      const answer = await app.inject({
        url: '/ids',
        ...(id === undefined ? {} : { headers: { 'x-request-id': id } }),
      });
      expect(answer.json()).toEqual({ own: answer.headers['x-request-id'], client: null });
      expect(answer.headers['x-request-id']).toMatch(OWN_ID);
      expect(answer.headers).not.toHaveProperty('x-revera-request-id');
    },
  );

  it('200 twice under the same name of the caller, and never under the same of ours', async () => {
    const { app } = await start();
    const ours = async () =>
      (await app.inject({ url: '/ids', headers: { 'x-request-id': 'again' } })).headers['x-revera-request-id'];
    expect(await ours()).not.toBe(await ours());
  });

  it('404 NOT_FOUND for an address that cannot be decoded, with both', async () => {
    const { app } = await start();
    const answer = await app.inject({ url: '/fail/%ff%zz', headers: { 'x-request-id': 'mine-2' } });
    expect(answer.json()).toMatchObject({ error: { request_id: 'mine-2' } });
    expect(answer.headers['x-revera-request-id']).toMatch(OWN_ID);
  });
});

describe('the access log', () => {
  it('200 has the network of the address, who called, and both names of the request', async () => {
    const { app, addKey, addSession, answered } = await start();
    const key = addKey({ keyId: 'key_7', scopes: ['content:verify'] });
    const admin = addSession({ accountId: 'usr_7', isAdmin: true });
    const headers = [
      {},
      { authorization: `Bearer ${key}`, 'x-request-id': 'mine-3' },
      { authorization: `Bearer ${ADMIN_TOKEN}` },
      { cookie: `__Host-revera_session=${admin}` },
    ];
    const urls = ['/anyone', '/key', '/admin', '/admin'];
    for (const [at, url] of urls.entries()) {
      await app.inject({ url, headers: headers[at] ?? {}, remoteAddress: '192.0.2.9' });
    }
    await until(() => answered().length === 4);
    const common = { address: '192.0.2.0/24', status: 200, request_id: expect.stringMatching(OWN_ID) as string };
    expect(answered()).toMatchObject([
      { ...common, principal_kind: 'anonymous' },
      { ...common, principal_kind: 'api_key', principal_id: 'key_7', client_request_id: 'mine-3' },
      { ...common, principal_kind: 'administrator' },
      { ...common, principal_kind: 'administrator', principal_id: 'usr_7' },
    ]);
    const text = JSON.stringify(answered());
    for (const secret of [key, ADMIN_TOKEN, admin]) expect(text).not.toContain(secret);
  });

  it('401 AUTH_REQUIRED has the network of the address and nobody', async () => {
    const { app, answered } = await start();
    await app.inject({ url: '/key', remoteAddress: '192.0.2.9' });
    await until(() => answered().length === 1);
    expect(answered()[0]).toMatchObject({ address: '192.0.2.0/24', status: 401 });
    expect(answered()[0]).not.toHaveProperty('principal_kind');
  });
});
