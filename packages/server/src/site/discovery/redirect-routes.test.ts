import { expect, describe, it } from 'vitest';
import { createTestApp } from '../../http/test-app.ts';
import { redirectRoutes } from './redirect-routes.ts';

describe('the short addresses', () => {
  it.each([
    ['/', 'zh-CN,en;q=0.5', '/zh-cn'],
    ['/', 'fr', '/en'],
    ['/docs', 'zh', '/zh-cn/docs'],
    ['/docs/limits', 'en', '/en/docs/limits'],
    ['/docs/reference/content', 'en', '/en/docs/reference/content'],
    ['/docs/..%2F..%2Fx', 'en', '/en/docs/..%2F..%2Fx'],
    ['/learn/trust-lists', 'zh-TW', '/zh-cn/learn/trust-lists'],
    ['/dashboard', 'en', '/en/dashboard'],
  ])('302: %s with Accept-Language %s leads to %s', async (url, language, location) => {
    const { app } = await createTestApp([], { pages: redirectRoutes() });
    const answer = await app.inject({ url, headers: { 'accept-language': language } });
    expect([answer.statusCode, answer.headers.location, answer.headers.vary]).toEqual([
      302,
      location,
      'Accept-Language',
    ]);
  });

  it.each(['/en', '/zh-cn'])('308: %s/ is the page without the slash', async (page) => {
    const { app } = await createTestApp([], { pages: redirectRoutes() });
    const answer = await app.inject({ url: `${page}/` });
    expect([answer.statusCode, answer.headers.location]).toEqual([308, page]);
  });
});
