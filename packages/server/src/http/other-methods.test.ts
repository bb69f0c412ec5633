import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PageRoute } from './page-route.ts';
import { defineRoute } from './route.ts';
import { createTestApp, rawClient, until } from './test-app.ts';
import { basics, testRoutes } from './test-routes.ts';

/** A path with a parameter that another one is more exact than, and one path with two methods. */
const overlapping = (['GET', 'DELETE'] as const).map((method) =>
  defineRoute({
    ...basics,
    method,
    path: '/things/{id}/parts',
    operationId: `${method.toLowerCase()}Parts`,
    auth: { kind: 'none' },
    params: z.object({ id: z.string() }),
    responses: { 204: { description: 'ok' } },
    handler: () => ({ status: 204, body: undefined }),
  }),
);
const exact = defineRoute({
  ...basics,
  method: 'PUT',
  path: '/things/all/parts',
  operationId: 'putAllParts',
  auth: { kind: 'none' },
  responses: { 204: { description: 'ok' } },
  handler: () => ({ status: 204, body: undefined }),
});
const pages: PageRoute[] = [
  { method: 'GET', path: '/page', auth: { kind: 'none' }, rateLimit: 'none', handler: () => ({ body: 'page' }) },
  { method: 'GET', path: '/{key}.txt', auth: { kind: 'none' }, rateLimit: 'none', handler: () => ({ body: 'text' }) },
];

const start = () => createTestApp([...testRoutes, ...overlapping, exact], { pages });

/** Sends a request line of any method, which no client of ours would. */
async function ask(method: string, path: string, headers = ''): Promise<string> {
  const client = await rawClient(await (await start()).listen());
  client.socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  await client.closed;
  return client.received();
}

describe('a method that a path does not have', () => {
  it.each(['TRACE', 'QUERY', 'DELETE', 'PROPFIND', 'PUT'])('405 METHOD_NOT_ALLOWED for %s', async (method) => {
    const answer = await ask(method, '/anyone?x=1');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/^allow: GET, HEAD, OPTIONS\r$/m);
    expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"');
  });

  it.each(['TRACE', 'QUERY', 'DELETE', 'PROPFIND', 'OPTIONS'])('404 NOT_FOUND for %s of no path', async (method) => {
    const answer = await ask(method, '/nothing');
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"NOT_FOUND"');
    expect(answer).not.toMatch(/^allow:/m);
  });

  it.each([
    ['/things/t_1', 'GET', 'POST, OPTIONS'],
    ['/things/t_1/parts', 'POST', 'GET, HEAD, DELETE, OPTIONS'],
    ['/things/all/parts', 'POST', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/page', 'POST', 'GET, HEAD, OPTIONS'],
    ['/a.txt', 'PATCH', 'GET, HEAD, OPTIONS'],
  ] as const)('405 METHOD_NOT_ALLOWED of %s names what each path that fits allows', async (url, method, allow) => {
    const { app } = await start();
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
  });

  it('405 METHOD_NOT_ALLOWED is a page for a person', async () => {
    const { app } = await start();
    const answer = await app.inject({ method: 'POST', url: '/page', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['allow'], answer.body]).toEqual([
      405,
      'text/html; charset=utf-8',
      'GET, HEAD, OPTIONS',
      'en 405 METHOD_NOT_ALLOWED',
    ]);
  });

  it('405 METHOD_NOT_ALLOWED before a byte of the body is read', async () => {
    const client = await rawClient(await (await start()).listen());
    client.socket.write('PUT /anyone HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
    await until(() => client.received().includes('METHOD_NOT_ALLOWED'));
    client.socket.destroy();
  });

  it('204 for OPTIONS lists the methods, and lets no other origin in', async () => {
    const { app } = await start();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await app.inject({ method: 'OPTIONS', url: '/things/t_1', headers });
    expect([answer.statusCode, answer.headers['allow'], answer.body]).toEqual([204, 'POST, OPTIONS', '']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('200 for HEAD as for GET, without the body', async () => {
    const { app } = await start();
    const [get, head] = [await app.inject('/anyone'), await app.inject({ method: 'HEAD', url: '/anyone' })];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });
});
