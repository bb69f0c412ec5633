import { expect, describe, it } from 'vitest';
import { CSRF_FIELD } from '../shared/csrf-field.ts';
import { csrfTokenOf, SESSION_COOKIE } from '../shared/session-token.ts';
import { AppError } from '../shared/app-error.ts';
import type { FormFields } from './form-fields.ts';
import { redirect, type PageRoute } from './page-route.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { createTestApp, ORIGIN, type TestApp } from './test-app.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

function pagesSeen(): { pages: PageRoute[]; seen: FormFields[] } {
  const seen: FormFields[] = [];
  const base = { auth: { kind: 'optional_session' }, rateLimit: 'none' } as const;
  const pages: PageRoute[] = [
    {
      ...base,
      method: 'GET',
      path: '/en/hello/{name}',
      handler: ({ params }) => ({ body: `<p>${params['name'] ?? ''}` }),
    },
    { ...base, method: 'GET', path: '/zh-cn/gone', handler: () => Promise.reject(new AppError('NOT_FOUND')) },
    {
      ...base,
      method: 'POST',
      path: '/en/form',
      handler: ({ form }) => {
        seen.push(form);
        return redirect('/en/hello/you');
      },
    },
    {
      method: 'GET',
      path: '/en/limited',
      auth: { kind: 'optional_session' },
      rateLimit: 'anonymous_analysis',
      handler: () => ({ body: 'page' }),
    },
  ];
  return { pages, seen };
}

async function open(pages: PageRoute[]): Promise<TestApp> {
  return await createTestApp([], { pages, limits: { anonymousAnalysesPerHour: 1 } });
}

describe('a page', () => {
  it('is sent with the policy of all pages and kept by nobody', async () => {
    const { app } = await open(pagesSeen().pages);
    const answer = await app.inject({ url: '/en/hello/world' });
    expect([answer.statusCode, answer.body]).toEqual([200, '<p>world']);
    expect(answer.headers).toMatchObject({
      ...PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('404: a thrown error is a page in the language of the address, and JSON for a program', async () => {
    const { app } = await open(pagesSeen().pages);
    const page = await app.inject({ url: '/zh-cn/gone', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toBe('zh-CN 404 NOT_FOUND');
    const json = await app.inject({ url: '/zh-cn/gone' });
    expect(json.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('404: an address that nothing serves is a page for a person, but never where programs ask', async () => {
    const { app } = await open([]);
    const ask = async (url: string) =>
      (await app.inject({ url, headers: { accept: 'text/html' } })).headers['content-type'];
    expect(await ask('/en/nothing')).toBe('text/html; charset=utf-8');
    expect(await ask('/v1/nothing')).toBe('application/json; charset=utf-8');
    expect(await ask('/api/nothing')).toBe('application/json; charset=utf-8');
    expect(await ask('/v/nothing')).toBe('text/html; charset=utf-8');
  });

  it('429 with the headers that say when to come back', async () => {
    const { app } = await open(pagesSeen().pages);
    const ask = () => app.inject({ url: '/en/limited', headers: { accept: 'text/html' } });
    expect((await ask()).statusCode).toBe(200);
    const answer = await ask();
    expect([answer.statusCode, answer.body]).toEqual([429, 'en 429 RATE_LIMITED']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a form', () => {
  const post = (app: TestApp['app'], payload: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/en/form', headers: { ...FORM, ...headers }, payload });

  it('303: its fields reach the handler as text, the first of a name', async () => {
    const { pages, seen } = pagesSeen();
    const { app } = await open(pages);
    const answer = await post(app, 'a=1&a=2&b=%E4%BD%A0+x&__proto__=y');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/en/hello/you']);
    expect([...(seen[0] ?? [])]).toEqual([
      ['a', '1'],
      ['b', '你 x'],
      ['__proto__', 'y'],
    ]);
  });

  it('keeps a bound on the number of fields', async () => {
    const { pages, seen } = pagesSeen();
    const { app } = await open(pages);
    await post(app, Array.from({ length: 5000 }, (_none, at) => `f${at}=1`).join('&'));
    expect(seen[0]?.size).toBe(60);
  });

  it('413 above the bound on bodies', async () => {
    const { app } = await open(pagesSeen().pages);
    expect((await post(app, 'a='.padEnd(2 * 1024 * 1024, 'x'))).statusCode).toBe(413);
  });

  it.each([
    ['Origin of another site', { origin: 'https://elsewhere.example' }],
    ['Origin null', { origin: 'null' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ])('403 by %s', async (_what, headers) => {
    const { pages, seen } = pagesSeen();
    const { app } = await open(pages);
    expect((await post(app, 'a=1', headers)).statusCode).toBe(403);
    expect(seen).toEqual([]);
  });

  it('403 in a session without its token, or with that of another', async () => {
    const { pages, seen } = pagesSeen();
    const { app, addSession } = await open(pages);
    const token = addSession({});
    const cookie = `${SESSION_COOKIE}=${token}`;
    for (const given of ['', `${CSRF_FIELD}=${csrfTokenOf(addSession({}))}`, `${CSRF_FIELD}=x`]) {
      expect((await post(app, given, { cookie, origin: ORIGIN })).statusCode).toBe(403);
    }
    expect(seen).toEqual([]);
    const passed = await post(app, `${CSRF_FIELD}=${csrfTokenOf(token)}`, { cookie, origin: ORIGIN });
    expect(passed.statusCode).toBe(303);
  });

  it('its body is read for pages alone: a JSON route takes no form', async () => {
    const { app } = await createTestApp([], { pages: [] });
    app.post('/plain', () => 'reached');
    const answer = await app.inject({ method: 'POST', url: '/plain', headers: FORM, payload: 'a=1' });
    expect(answer.statusCode).toBe(422);
  });
});
