import { LANGUAGES } from '../../shared/language.ts';
import type { Links } from '../../shared/links.ts';
import { pagePath } from '../kit/site-map.ts';

/** Pages of one person or one moment, below the language. */
const PRIVATE_PAGES = ['dashboard', 'results/'];
/** Where programs are answered. */
const FOR_PROGRAMS = ['/v1/', '/api/', '/admin'];

/** Everything that is public may be listed. */
export function robotsText(links: Links): string {
  const pages = LANGUAGES.flatMap((language) => PRIVATE_PAGES.map((path) => pagePath(language, path)));
  return [
    'User-agent: *',
    'Allow: /',
    ...[...pages, ...FOR_PROGRAMS].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${links.origin()}/sitemap.xml`,
    '',
  ].join('\n');
}
