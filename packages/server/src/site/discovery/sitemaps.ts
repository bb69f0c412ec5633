import { escapeText } from '../../http/html.ts';
import { LANGUAGES } from '../../shared/language.ts';
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

/**
 * The public pages of a part in both languages, each with the others. Without a time of the last change: none is known of a
 * text, and a search engine that reads a wrong one believes none any more.
 */
export function sitemap(name: Sitemap, all: readonly SitePage[], links: Links): string {
  const pages = all.filter((page) => page.sitemap === name);
  const entries = pages.flatMap(({ path }) =>
    LANGUAGES.map((language) => entry(links.page(language, path), path, links)),
  );
  const root = `<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:xhtml="${XHTML_NAMESPACE}">`;
  return [HEAD, root, ...entries, '</urlset>', ''].join('\n');
}

function entry(address: string, path: string, links: Links): string {
  const alternates = [
    ...LANGUAGES.map((language) => [language, links.page(language, path)] as const),
    ['x-default', links.page('en', path)] as const,
  ];
  return [
    '  <url>',
    `    <loc>${escapeText(address)}</loc>`,
    ...alternates.map(
      ([language, href]) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${escapeText(href)}"/>`,
    ),
    '  </url>',
  ].join('\n');
}
