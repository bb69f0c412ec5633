import { changeCharacter } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newApiKey } from '../shared/api-key-format.ts';
import { defineRoute } from './route.ts';
import { ADMIN_TOKEN, createTestApp, rawClient, until, type TestApp } from './test-app.ts';
import { basics, testRoutes } from './test-routes.ts';

function start(options: Parameters<typeof createTestApp>[1] = {}): Promise<TestApp> {
  return createTestApp(testRoutes, options);
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
describe('guards', () => {
  const cases: [string, string, Record<string, string>, string | undefined][] = [
    ['401 AUTH_REQUIRED without credentials', '/key', {}, 'Bearer realm="api"'],
    ['401 AUTH_REQUIRED for another scheme', '/key', { authorization: 'Basic eDp5' }, 'Bearer realm="api"'],
    ['401 AUTH_REQUIRED for an empty token', '/key', { authorization: 'Bearer ' }, 'Bearer realm="api"'],
    ['401 AUTH_REQUIRED without the administrator token', '/admin', {}, 'Bearer realm="api"'],
    ['401 INVALID_API_KEY for nonsense', '/key', bearer('x'), 'Bearer realm="api", error="invalid_token"'],
    [
      '401 INVALID_API_KEY for a key that does not exist',
      '/key',
      bearer(newApiKey('live').key),
      'Bearer realm="api", error="invalid_token"',
    ],
    [
      '401 INVALID_API_KEY also where a key is optional',
      '/maybe',
      bearer('x'),
      'Bearer realm="api", error="invalid_token"',
    ],
    [
      '401 INVALID_API_KEY for a wrong administrator token',
      '/admin',
      bearer('x'),
      'Bearer realm="api", error="invalid_token"',
    ],
  ];
  it.each(cases)('%s', async (title, url, headers, challenge) => {
    const { app } = await start();
    const answer = await app.inject({ url, headers });
    expect(`${answer.statusCode} ${answer.json<{ error: { code: string } }>().error.code}`).toBe(
      title.split(' ', 2).join(' '),
    );
    expect(answer.headers['www-authenticate']).toBe(challenge);
  });

  it('401 INVALID_API_KEY for a wrong checksum, without a look into the database', async () => {
    const { app, addKey, lookups } = await start();
    const key = addKey({});
    const broken = changeCharacter(key, key.length - 1);
    expect((await app.inject({ url: '/key', headers: bearer(broken) })).statusCode).toBe(401);
    expect(lookups()).toBe(0);
  });

  it('403 SCOPE_DENIED names the scope', async () => {
    const { app, addKey } = await start();
    const answer = await app.inject({ url: '/maybe', headers: bearer(addKey({})) });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: 'SCOPE_DENIED', details: { required_scope: 'jobs:read' } } });
  });

  it('403 WORKSPACE_SUSPENDED', async () => {
    const { app, addKey } = await start();
    const answer = await app.inject({ url: '/key', headers: bearer(addKey({ organizationStatus: 'suspended' })) });
    expect(answer.json()).toMatchObject({ error: { code: 'WORKSPACE_SUSPENDED' } });
  });

  it('200 for those who may', async () => {
    const { app, addKey } = await start();
    const key = addKey({ scopes: ['content:verify', 'jobs:read'] });
    const kinds = await Promise.all(
      (
        [
          ['/anyone', {}],
          ['/key', { authorization: `bearer  ${key}` }],
          ['/maybe', {}],
          ['/maybe', bearer(key)],
          ['/maybe', { authorization: 'Basic eDp5' }],
          ['/admin', bearer(ADMIN_TOKEN)],
        ] as const
      ).map(async ([url, headers]) => (await app.inject({ url, headers })).json<{ kind: string }>().kind),
    );
    expect(kinds).toEqual(['anonymous', 'api_key', 'anonymous', 'api_key', 'anonymous', 'administrator']);
  });

  it('401 AUTH_REQUIRED is answered before the body is read', async () => {
    const test = await createTestApp([
      defineRoute({
        ...basics,
        method: 'POST',
        path: '/body',
        operationId: 'body',
        auth: { kind: 'key', scope: 'content:verify' },
        body: z.object({}),
        responses: { 204: { description: 'nothing' } },
        handler: () => ({ status: 204, body: undefined }),
      }),
    ]);
    const client = await rawClient(await test.listen());
    client.socket.write(
      'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    await until(() => client.received().includes('AUTH_REQUIRED'));
    client.socket.destroy();
  });
});

describe('rate limits', () => {
  it('429 RATE_LIMITED after the burst, with its headers; 200 for another caller', async () => {
    const { app, addKey } = await start({ limits: { apiKeyBurst: 2, apiKeyPerSecond: 0.1 } });
    const [key, other] = [addKey({}), addKey({})];
    const take = async (token: string): Promise<unknown> => {
      const answer = await app.inject({ url: '/limited', headers: bearer(token) });
      const { headers } = answer;
      return [
        answer.statusCode,
        headers['ratelimit-limit'],
        headers['ratelimit-remaining'],
        headers['ratelimit-reset'],
        headers['retry-after'],
      ];
    };
    expect(await take(key)).toEqual([200, '2', '1', '10', undefined]);
    expect(await take(key)).toEqual([200, '2', '0', '20', undefined]);
    expect(await take(key)).toEqual([429, '2', '0', '10', '10']);
    expect(await take(other)).toEqual([200, '2', '1', '10', undefined]);
    const answer = await app.inject({ url: '/limited', headers: bearer(key) });
    expect(answer.json()).toMatchObject({ error: { code: 'RATE_LIMITED', details: { retry_after_seconds: 10 } } });
  });

  it('429 RATE_LIMITED by address, which only a trusted proxy may name', async () => {
    const limits = { apiKeyBurst: 1 };
    const { app } = await start({ limits });
    const statuses = async (): Promise<number[]> => {
      const from = (address: string): Promise<number> =>
        app.inject({ url: '/limited', headers: { 'x-forwarded-for': address } }).then((answer) => answer.statusCode);
      return [await from('192.0.2.1'), await from('192.0.2.2')];
    };
    expect(await statuses()).toEqual([200, 429]);
    const trusting = await start({ limits, trustedProxies: ['127.0.0.1'] });
    const seen = await trusting.app.inject({ url: '/anyone', headers: { 'x-forwarded-for': '10.9.9.9, 192.0.2.2' } });
    expect(seen.json()).toMatchObject({ address: '192.0.2.2' });
  });
});
