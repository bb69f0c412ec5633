import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, rawClient, until, type TestApp } from './test-app.ts';
import { testRoutes, whoRoute } from './test-routes.ts';

function start(options: Parameters<typeof createTestApp>[1] = {}): Promise<TestApp> {
  return createTestApp(testRoutes, options);
}

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
    ['404 NOT_FOUND for a parameter that is too long', `/fail/${'x'.repeat(1_201)}`, 404, 'NOT_FOUND'],
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

describe('Strict-Transport-Security', () => {
  const TWO_YEARS = 'max-age=63072000';

  it('stands in every answer of a service that is reached by https, also in errors', async () => {
    const { app } = await start({ isHttps: true });
    for (const url of ['/anyone', '/nothing', '/fail/%ff%zz', '/fail/unknown', '/key', '/raw']) {
      const { headers } = await app.inject({ url });
      expect([url, headers['strict-transport-security']]).toEqual([url, TWO_YEARS]);
    }
  });

  it('stands in the answer to what is no HTTP', async () => {
    const client = await rawClient(await (await start({ isHttps: true })).listen());
    client.socket.write('NONSENSE\r\n\r\n');
    await client.closed;
    expect(client.received()).toContain(`\r\nstrict-transport-security: ${TWO_YEARS}\r\n`);
  });

  it('is not sent by a service that is reached by http', async () => {
    const test = await start();
    expect((await test.app.inject('/anyone')).headers).not.toHaveProperty('strict-transport-security');
    const client = await rawClient(await test.listen());
    client.socket.write('NONSENSE\r\n\r\n');
    await client.closed;
    expect(client.received()).not.toMatch(/strict-transport/i);
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
  });
});

describe('registration', () => {
  const good = whoRoute('/x/{id}', 'x', { kind: 'none' });
  const policy = { maxFiles: 1, maxTotalBytes: 1, limitFor: () => 1 };
  const multipart = { part: 'file', partDescription: 'x', policy, fields: z.object({}) };
  it.each([
    ['no summary', { summary: ' ' }, 'must not be empty'],
    ['no description', { description: '' }, 'must not be empty'],
    ['no tags', { tags: [] }, 'must not be empty'],
    ['no responses', { responses: {} }, 'no response is described'],
    ['a bad operation id', { operationId: 'Not Camel' }, 'not camelCase'],
    ['parameters without a schema', { params: undefined }, 'path parameters'],
    ['two kinds of body', { method: 'POST', body: z.object({}), multipart }, 'two kinds of body'],
  ] as const)('refuses a route with %s', async (_what, change, message) => {
    const route = { ...good, params: z.object({ id: z.string() }), ...change };
    await expect(createTestApp([route])).rejects.toThrow(message);
  });

  it('refuses an operation id that is used twice', async () => {
    await expect(
      createTestApp([whoRoute('/a', 'same', { kind: 'none' }), whoRoute('/b', 'same', { kind: 'none' })]),
    ).rejects.toThrow('used twice');
  });
});
