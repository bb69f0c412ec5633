import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import { newApiKey } from '../shared/api-key-format.ts';
import { integerParameter } from './pagination.ts';
import { registerRoutes } from './register-routes.ts';
import { defineRoute, type Route } from './route.ts';
import type { RouteAuth } from './guards.ts';
import { ADMIN_TOKEN, createTestApp, rawClient, type TestApp, until } from './test-app.ts';

const basics = {
  summary: 'Test',
  description: 'For this test.',
  tags: ['Test'],
  rateLimit: 'none',
  errors: [],
} as const;

function whoRoute(path: string, operationId: string, auth: RouteAuth): Route {
  return defineRoute({
    ...basics,
    method: 'GET',
    path,
    operationId,
    auth,
    responses: { 200: { description: 'Who calls', schema: z.object({ kind: z.string(), address: z.string() }) } },
    handler: (context) => ({ status: 200, body: { kind: context.principal.kind, address: context.address } }),
  });
}

const routes: readonly Route[] = [
  whoRoute('/anyone', 'anyone', { kind: 'none' }),
  whoRoute('/key', 'withKey', { kind: 'key', scope: 'content:verify' }),
  whoRoute('/maybe', 'maybeKey', { kind: 'optional_key', scope: 'jobs:read' }),
  whoRoute('/admin', 'withAdminToken', { kind: 'admin_token' }),
  defineRoute({
    ...basics,
    method: 'POST',
    path: '/things/{id}',
    operationId: 'createThing',
    auth: { kind: 'none' },
    params: z.object({ id: z.string().regex(/^t_\d+$/) }),
    query: z.object({ n: integerParameter(z.int().min(1)).default(1) }),
    headers: z.object({ 'idempotency-key': z.string().max(5).optional() }),
    body: z.object({ name: z.string().max(10) }),
    responses: {
      201: {
        description: 'Made',
        schema: z.looseObject({ id: z.string() }),
        headers: { Location: { description: 'Where' } },
      },
    },
    handler: ({ params, query, headers, body }) => ({
      status: 201,
      headers: { location: `/things/${params.id}` },
      body: { id: params.id, n: query.n, name: body.name, key: headers['idempotency-key'] ?? null },
    }),
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/fail/{how}',
    operationId: 'fail',
    auth: { kind: 'none' },
    errors: ['NOT_FOUND', 'JOB_TIMEOUT'],
    errorStatuses: { 410: ['NOT_FOUND'] },
    params: z.object({ how: z.string() }),
    responses: { 200: { description: 'never', schema: z.object({ a: z.string() }) } },
    handler: ({ params }) => {
      if (params.how === 'gone') throw new AppError('NOT_FOUND', { status: 410 });
      if (params.how === 'timeout') throw new AppError('JOB_TIMEOUT', { details: { limit_ms: 1 } });
      if (params.how === 'undeclared') throw new AppError('CONFLICT');
      if (params.how === 'extra') return { status: 200, body: Object.assign({ a: 'x' }, { secret: 'kept as given' }) };
      throw new Error('the database password is hunter2');
    },
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/raw',
    operationId: 'raw',
    auth: { kind: 'none' },
    responses: { 200: { description: 'Bytes', contentType: 'application/octet-stream' } },
    handler: () => ({ status: 200, headers: { 'content-type': 'image/png' }, body: new Uint8Array([1, 2, 3]) }),
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/limited',
    operationId: 'limited',
    auth: { kind: 'optional_key', scope: 'content:verify' },
    rateLimit: 'api',
    responses: { 200: { description: 'ok', schema: z.object({}) } },
    handler: () => ({ status: 200, body: {} }),
  }),
];

let current: TestApp | undefined;

async function start(options: Parameters<typeof createTestApp>[1] = {}): Promise<TestApp> {
  current = await createTestApp(routes, options);
  return current;
}

afterEach(async () => {
  await current?.close();
  current = undefined;
});

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
    const broken = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
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
    current = test;
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
    await current?.close();
    const trusting = await start({ limits, trustedProxies: ['127.0.0.1'] });
    const seen = await trusting.app.inject({ url: '/anyone', headers: { 'x-forwarded-for': '10.9.9.9, 192.0.2.2' } });
    expect(seen.json()).toMatchObject({ address: '192.0.2.2' });
  });
});

describe('inputs', () => {
  it('201 with every input parsed', async () => {
    const { app, breaches } = await start();
    const answer = await app.inject({
      method: 'POST',
      url: '/things/t_1?n=3',
      headers: { 'idempotency-key': 'k' },
      payload: { name: 'x' },
    });
    expect([answer.statusCode, answer.headers['location'], answer.json()]).toEqual([
      201,
      '/things/t_1',
      { id: 't_1', n: 3, name: 'x', key: 'k' },
    ]);
    expect(breaches).toEqual([]);
  });

  it('422 tells all problems of all places together', async () => {
    const { app } = await start();
    const answer = await app.inject({
      method: 'POST',
      url: '/things/x?n=0',
      headers: { 'idempotency-key': 'too long' },
      payload: {},
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ detail: { loc: string[] }[] }>().detail.map((entry) => entry.loc.join('.'))).toEqual([
      'path.id',
      'query.n',
      'header.idempotency-key',
      'body.name',
    ]);
  });

  const bodies: [string, string, string, unknown][] = [
    ['422 broken JSON', 'application/json', '{', { detail: [{ loc: ['body'], type: 'json_invalid' }] }],
    ['422 an empty JSON body', 'application/json', '', { detail: [{ loc: ['body'], type: 'missing' }] }],
    [
      '422 a poisoned prototype',
      'application/json',
      '{"__proto__":{"x":1}}',
      { detail: [{ loc: ['body'], type: 'json_invalid' }] },
    ],
    [
      '422 another content type',
      'application/xml',
      '<a/>',
      { detail: [{ loc: ['header', 'content-type'], type: 'content_type' }] },
    ],
    [
      '422 plain text',
      'text/plain',
      '{"name":"x"}',
      { detail: [{ loc: ['header', 'content-type'], type: 'content_type' }] },
    ],
    ['422 an array', 'application/json', '[]', { detail: [{ loc: ['body'], type: 'dict_type' }] }],
    [
      '413 FILE_TOO_LARGE',
      'application/json',
      JSON.stringify({ name: 'x'.repeat(1_100_000) }),
      { error: { code: 'FILE_TOO_LARGE' } },
    ],
  ];
  it.each(bodies)('%s', async (title, contentType, payload, expected) => {
    const { app } = await start();
    const answer = await app.inject({
      method: 'POST',
      url: '/things/t_1',
      headers: { 'content-type': contentType },
      payload,
    });
    expect(answer.statusCode).toBe(Number(title.slice(0, 3)));
    expect(answer.json()).toMatchObject(expected as object);
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  it('422 without a body', async () => {
    const { app } = await start();
    const answer = await app.inject({ method: 'POST', url: '/things/t_1' });
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body'], type: 'missing' }] });
  });
});

describe('errors and headers', () => {
  const paths: [string, string, number, string][] = [
    ['404 NOT_FOUND for an unknown path', '/nothing', 404, 'NOT_FOUND'],
    ['404 NOT_FOUND for an address that cannot be decoded', '/fail/%ff%zz', 404, 'NOT_FOUND'],
    ['404 NOT_FOUND for a parameter that is too long', `/fail/${'x'.repeat(201)}`, 404, 'NOT_FOUND'],
    ['410 NOT_FOUND', '/fail/gone', 410, 'NOT_FOUND'],
    ['504 JOB_TIMEOUT', '/fail/timeout', 504, 'JOB_TIMEOUT'],
    ['500 INTERNAL_ERROR leaks nothing', '/fail/unknown', 500, 'INTERNAL_ERROR'],
    ['401 AUTH_REQUIRED', '/key', 401, 'AUTH_REQUIRED'],
  ];
  it.each(paths)('%s', async (_title, url, status, code) => {
    const { app } = await start();
    const answer = await app.inject({ url, headers: { 'x-request-id': 'mine-1', 'accept-language': 'zh-CN' } });
    expect(answer.statusCode).toBe(status);
    const { error } = answer.json<{ error: { code: string; message: string; request_id: string } }>();
    expect(error).toMatchObject({ code, request_id: 'mine-1' });
    expect(error.message).toMatch(/\p{Script=Han}/u);
    expect(answer.body).not.toContain('hunter2');
    expect(answer.headers).toMatchObject({
      'x-request-id': 'mine-1',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('404 NOT_FOUND for a preflight: other origins may not call', async () => {
    const { app } = await start();
    const answer = await app.inject({ method: 'OPTIONS', url: '/anyone', headers: { origin: 'https://evil.example' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('200 with a new request id when the own one is not acceptable', async () => {
    const { app } = await start();
    const answer = await app.inject({ url: '/anyone', headers: { 'x-request-id': 'a b' } });
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/);
  });

  it('200 for bytes with the content type of the answer', async () => {
    const { app } = await start();
    const answer = await app.inject('/raw');
    expect([answer.headers['content-type'], [...answer.rawPayload]]).toEqual(['image/png', [1, 2, 3]]);
  });

  it('200 sends members that were not described, and reports them', async () => {
    const { app, breaches } = await start();
    expect((await app.inject('/fail/extra')).json()).toEqual({ a: 'x', secret: 'kept as given' });
    await app.inject('/fail/undeclared');
    expect(breaches).toEqual([
      'fail: answer 200 has members that its schema does not describe',
      'fail: error code CONFLICT is not declared',
    ]);
  });

  it('400 for bytes that are no HTTP, and 431 for endless headers, both with a request id', async () => {
    const { listen } = await start();
    const port = await listen();
    const broken = await rawClient(port);
    broken.socket.write('NONSENSE\r\n\r\n');
    await broken.closed;
    expect(broken.received()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nX-Request-Id: req_/);
    const long = await rawClient(port);
    long.socket.write(`GET / HTTP/1.1\r\nX: ${'y'.repeat(100_000)}`);
    await long.closed;
    expect(long.received()).toMatch(/^HTTP\/1\.1 431 .*\r\nX-Request-Id: req_/);
  });
});

describe('closing', () => {
  it('ends connections that were kept alive', async () => {
    const test = await start();
    const client = await rawClient(await test.listen());
    client.socket.write('GET /anyone HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => client.received().includes('anonymous'));
    await test.close();
    await client.closed;
    current = undefined;
  });
});

describe('registration', () => {
  const good = whoRoute('/x/{id}', 'x', { kind: 'none' });
  it.each([
    ['no summary', { summary: ' ' }],
    ['no description', { description: '' }],
    ['no tags', { tags: [] }],
    ['no responses', { responses: {} }],
    ['a bad operation id', { operationId: 'Not Camel' }],
    ['parameters without a schema', { params: undefined }],
  ])('refuses a route with %s', async (_what, change) => {
    const params = z.object({ id: z.string() });
    const test = await start();
    const services = {
      keys: { authenticate: () => Promise.resolve('invalid' as const) },
      adminTokenSha256: undefined,
      rateLimits: { take: () => Promise.resolve({ allowed: true, remaining: 1, resetMs: 0 }) },
      limits: (await import('../shared/limits.ts')).DEFAULT_LIMITS,
      uploadDirectory: test.uploadDirectory,
    };
    expect(() => registerRoutes(test.app, [{ ...good, params, ...change }], services)).toThrow(/^(GET \/x|.*)/);
  });

  it('refuses an operation id that is used twice', async () => {
    await expect(
      createTestApp([whoRoute('/a', 'same', { kind: 'none' }), whoRoute('/b', 'same', { kind: 'none' })]),
    ).rejects.toThrow('used twice');
  });
});
