import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, allRoutes } from './app.ts';
import { openTestServer, type TestServer } from './testing/test-services.ts';
import { SITE_PAGES } from './site/kit/site-map.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const LANGUAGE = '(?:en|zh-cn)';
const SHARED_PAGES = SITE_PAGES.map(({ path }) => path)
  .filter((path) => !['', 'status'].includes(path))
  .join('|');

/** Why asking without limit costs nothing worth a limit, which itself is a write to the database. */
const REASONS: Readonly<Record<string, RegExp>> = {
  'one constant': /^GET \/health$/,
  'measured once for all who ask, at most every two seconds': new RegExp(
    `^GET \\/(?:ready|v1\\/status|${LANGUAGE}\\/status)$`,
  ),
  'made and compressed once': new RegExp(
    `^GET \\/(?:openapi\\.json|${LANGUAGE}\\/docs\\/search\\.json|${LANGUAGE}(?:\\/(?:${SHARED_PAGES}))?(?:\\.md)?)$`,
  ),
  'a file in memory': /^GET \/assets\/\{name\}$/,
  'a text made once, for programs that must not be turned away':
    /^GET \/(?:robots\.txt|llms(?:-full)?\.txt|\.well-known\/security\.txt|sitemap\.xml|site\.webmanifest|sitemaps\/\w+\.xml|\{key\}\.txt)$/,
  'a redirect and nothing more':
    /^GET \/(?:|favicon\.ico|docs|learn|lab|login|register|dashboard|admin|(?:docs|docs\/reference|learn)\/\{slug\}|(?:en|zh-cn)\/)$/,
  'an empty form, which asks the database for the session of a cookie and nothing else': new RegExp(
    `^GET \\/${LANGUAGE}\\/(?:login|register|forgot-password)$`,
  ),
  'only in development and only on this machine': /^GET \/dev\/mailbox(?:\/\{mail\})?$/,
};

describe('a route without a limit', () => {
  it('has one reason, and every reason has a route', () => {
    const routes = allRoutes(server.services);
    const unlimited = [...routes, ...allPages(server.services, routes)]
      .filter(({ rateLimit }) => rateLimit === 'none')
      .map(({ method, path }) => `${method} ${path}`);
    const reasonsOf = (route: string) => Object.keys(REASONS).filter((reason) => REASONS[reason]?.test(route) === true);
    expect(unlimited.filter((route) => reasonsOf(route).length !== 1)).toEqual([]);
    expect(new Set(unlimited.flatMap(reasonsOf))).toEqual(new Set(Object.keys(REASONS)));
  });

  it('changes nothing', () => {
    const routes = allRoutes(server.services);
    const changing = [...routes, ...allPages(server.services, routes)].filter(
      ({ method, rateLimit }) => method !== 'GET' && rateLimit === 'none',
    );
    expect(changing.map(({ path }) => path)).toEqual([]);
  });
});
