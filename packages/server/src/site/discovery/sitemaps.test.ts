import { describe, expect, it } from 'vitest';
import { linksFrom } from '../../shared/links.ts';
import { openArticleDates } from '../articles/article-dates.ts';
import { SITE_PAGES, SITEMAPS } from '../kit/site-map.ts';
import { sitemap } from './sitemaps.ts';

const links = linksFrom(() => 'https://revera.example');
/** Each address with the day that the sitemaps tell of it. */
const told = new Map(
  SITEMAPS.flatMap((name) => {
    const xml = sitemap(name, SITE_PAGES, links, openArticleDates());
    return [...xml.matchAll(/<loc>([^<]*)<\/loc>(?:\s*<lastmod>([^<]*)<\/lastmod>)?/g)].map(
      ([, address = '', day]) => [new URL(address).pathname, day ?? null] as const,
    );
  }),
);

describe('the day of the last change in the sitemaps', () => {
  it('is that of the text of an article', () => {
    const dateOf = openArticleDates();
    expect(told.get('/en/privacy')).toBe(dateOf('en', 'site/privacy'));
    expect(told.get('/zh-cn/docs/verify')).toBe(dateOf('zh-CN', 'docs/verify'));
    expect(dateOf('zh-CN', 'docs/verify')).not.toBeNull();
  });

  it('is not told of pages that are made by code, even with an article below a tool', () => {
    const made = ['/en', '/zh-cn', '/en/docs', '/en/docs/reference', '/en/status', '/en/lab', '/zh-cn/lab'];
    expect(made.map((path) => told.get(path))).toEqual(made.map(() => null));
  });
});
