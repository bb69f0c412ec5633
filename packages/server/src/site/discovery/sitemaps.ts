import { escapeText } from '../../http/html.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import type { Links } from '../../shared/links.ts';
import { SITEMAPS, type Sitemap, type SitePage } from '../kit/site-map.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** The sitemaps, of which each lists a part of the pages. */
export function sitemapIndex(links: Links): string {
  const entries = SITEMAPS.map((name) => {
    return `  <sitemap><loc>${escapeText(`${links.origin()}/sitemaps/${name}.xml`)}</loc></sitemap>`;
  });
  return [HEAD, `<sitemapindex xmlns="${SITEMAP_NAMESPACE}">`, ...entries, '</sitemapindex>', ''].join('\n');
}

/** The day on which the text of an article last changed; null where that is not known. */
export type ChangedOn = (language: Language, article: string | null) => string | null;

/**
 * The public pages of a part in both languages, each with the others. The day of the last change is that of the article: of a
 * page made by code none is known, and a search engine that reads a wrong one believes none any more.
 */
export function sitemap(name: Sitemap, all: readonly SitePage[], links: Links, changedOn: ChangedOn): string {
  const pages = all.filter((page) => page.sitemap === name);
  const entries = pages.flatMap(({ path, article, isTool }) =>
    LANGUAGES.map((language) =>
      entry(
        { address: links.page(language, path), path, changed: changedOn(language, isTool ? null : article) },
        links,
      ),
    ),
  );
  const root = `<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:xhtml="${XHTML_NAMESPACE}">`;
  return [HEAD, root, ...entries, '</urlset>', ''].join('\n');
}

interface Entry {
  address: string;
  path: string;
  changed: string | null;
}

function entry({ address, path, changed }: Entry, links: Links): string {
  const alternates = [
    ...LANGUAGES.map((language) => [language, links.page(language, path)] as const),
    ['x-default', links.page('en', path)] as const,
  ];
  return [
    '  <url>',
    `    <loc>${escapeText(address)}</loc>`,
    ...(changed === null ? [] : [`    <lastmod>${changed}</lastmod>`]),
    ...alternates.map(
      ([language, href]) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${escapeText(href)}"/>`,
    ),
    '  </url>',
  ].join('\n');
}
