import { AppError } from '../../shared/app-error.ts';
import { lazy } from '../../shared/lazy.ts';
import { redirect, type PageAnswer, type PageRoute } from '../../http/page-route.ts';
import { assetUrl } from '../kit/shell.ts';
import { sitePages, SITEMAPS } from '../kit/site-map.ts';
import { SITE } from '../kit/words/site.ts';
import { openArticleDates } from '../articles/article-dates.ts';
import type { FilledArticles } from '../articles/routes.tsx';
import { llmsFullText, llmsText } from './llms.ts';
import { robotsText } from './robots.ts';
import { securityText } from './security-text.ts';
import { sitemap, sitemapIndex } from './sitemaps.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';

const CACHED = 'public, max-age=3600';

/** What search engines, language models and whoever found a flaw ask for at addresses that they know. */
export function discoveryRoutes(services: PageServices, site: Site, articles: FilledArticles): PageRoute[] {
  const { links, indexNowKey, clock } = services;
  const startedAt = clock.now();
  const changedOn = openArticleDates();
  const pages = sitePages({ hasPrices: services.quotaBasis === 'plans' });
  return [
    textRoute('/robots.txt', () => robotsText(links)),
    textRoute('/llms.txt', () => llmsText(links, articles)),
    textRoute('/llms-full.txt', () => llmsFullText(links, articles)),
    textRoute('/.well-known/security.txt', () => securityText({ links, contact: services.securityContact, startedAt })),
    xmlRoute('/sitemap.xml', () => sitemapIndex(links)),
    ...SITEMAPS.map((name) => xmlRoute(`/sitemaps/${name}.xml`, () => sitemap(name, pages, links, changedOn))),
    indexNowRoute(indexNowKey),
    faviconRoute(site),
    manifestRoute(site),
  ];
}

function textRoute(path: string, text: () => string): PageRoute {
  return fileRoute(path, 'text/plain; charset=utf-8', text);
}

function xmlRoute(path: string, text: () => string): PageRoute {
  return fileRoute(path, 'application/xml; charset=utf-8', text);
}

function fileRoute(path: string, type: string, text: () => string): PageRoute {
  return {
    method: 'GET',
    path,
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => fileAnswer(type, text())),
  };
}

function fileAnswer(type: string, body: string): PageAnswer {
  return { headers: { 'content-type': type, 'cache-control': CACHED }, body };
}

/** By this file a search engine knows that whoever tells it of changed pages may do so. */
function indexNowRoute(key: string | null): PageRoute {
  return {
    method: 'GET',
    path: '/{key}.txt',
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: ({ params }) => {
      if (key === null || params['key'] !== key) throw new AppError('NOT_FOUND');
      return fileAnswer('text/plain; charset=utf-8', key);
    },
  };
}

/** Browsers ask for it when they show something that is no page, such as a JSON answer. */
function faviconRoute({ assets }: Site): PageRoute {
  return {
    method: 'GET',
    path: '/favicon.ico',
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: () =>
      redirect(assetUrl({ assets: assets.urls }, 'favicon.ico'), {
        status: 302,
        headers: { 'cache-control': 'no-cache' },
      }),
  };
}

/** By this file a phone can put the site on its home screen; it says nothing that a page does not. */
function manifestRoute({ assets }: Site): PageRoute {
  const icon = (name: string, size: number) => ({
    src: assetUrl({ assets: assets.urls }, name),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  });
  return fileRoute('/site.webmanifest', 'application/manifest+json', () =>
    JSON.stringify({
      name: SITE.en.brand,
      short_name: SITE.en.brand,
      description: SITE.en.tagline,
      start_url: '/',
      display: 'browser',
      background_color: '#f7f8fa',
      theme_color: '#1d3fb0',
      icons: [icon('icon-192.png', 192), icon('icon-512.png', 512)],
    }),
  );
}
