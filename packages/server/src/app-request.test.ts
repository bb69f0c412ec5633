import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { DEFAULT_LIMITS } from './shared/limits.ts';
import { openTestServer, type TestServer } from './testing/test-services.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('a request', () => {
  let app: App;
  beforeAll(() => {
    ({ app } = server.variant({}));
  });

  it.each([
    '/nowhere',
    '/v1/content',
    '/v1/content/verify/',
    '/v1/jobs/%E0%A4%A',
    `/v1/jobs/${'x'.repeat(DEFAULT_LIMITS.urlParameterCharacters + 1)}`,
  ])('404 NOT_FOUND for the unknown route %s', async (url) => {
    const answer = await app.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([404, 'NOT_FOUND']);
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is told to come by https from then on, where that is the public address', async () => {
    const headersAt = async (baseUrl: string | undefined) => {
      const config = { ...server.services.config, baseUrl };
      const there = server.variant({ services: { config } }).app;
      return Promise.all(['/health', '/en', '/nothing'].map(async (url) => (await there.inject({ url })).headers));
    };
    for (const headers of await headersAt('https://revera.example')) {
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
    }
    for (const headers of await headersAt('http://127.0.0.1:8080')) {
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  it('200 has an identifier of its own, or the caller’s when that is harmless', async () => {
    const ids = async (given?: string) => {
      const headers = given === undefined ? {} : { 'x-request-id': given };
      return (await app.inject({ method: 'GET', url: '/health', headers })).headers['x-request-id'];
    };
    const own = /^req_[0-9A-Za-z]{22}$/;
    const [one, two] = [await ids(), await ids()];
    expect(one).toMatch(own);
    expect(one).not.toBe(two);
    expect(await ids('my-request.7_A')).toBe('my-request.7_A');
    for (const hostile of ['', 'a b', 'x'.repeat(65), '<script>', 'é']) expect(await ids(hostile)).toMatch(own);
  });

  it('401 repeats the identifier in the envelope', async () => {
    const headers = { 'x-request-id': 'mine-1' };
    const answer = await app.inject({ method: 'POST', url: '/v1/content/verify', headers });
    expect(answer.headers['x-request-id']).toBe('mine-1');
    expect(answer.json()).toMatchObject({ error: { request_id: 'mine-1' } });
  });
});
