import { LANGUAGES } from '../../shared/language.ts';
import type { Links } from '../../shared/links.ts';
import { pagePath } from '../kit/site-map.ts';

/** Pages of one person or one moment, below the language, and what leads to them. */
const PRIVATE_PAGES = ['dashboard', 'results/', 'samples/'];
/** Where programs are answered. */
const FOR_PROGRAMS = ['/v1/', '/api/', '/admin'];

/** Those who unfold links that people post, and heed this file: a result is not for lists, but its link may be shown. */
const LINK_READERS = [
  'facebookexternalhit',
  'Twitterbot',
  'LinkedInBot',
  'Slackbot-LinkExpanding',
  'TelegramBot',
  'Discordbot',
];

/** Everything that is public may be listed. */
export function robotsText(links: Links): string {
  const pages = LANGUAGES.flatMap((language) => PRIVATE_PAGES.map((path) => pagePath(language, path)));
  return [
    'User-agent: *',
    'Allow: /',
    ...[...pages, ...FOR_PROGRAMS].map((path) => `Disallow: ${path}`),
    '',
    ...LINK_READERS.map((name) => `User-agent: ${name}`),
    'Allow: /',
    ...[...pages.filter((path) => !path.endsWith('results/')), ...FOR_PROGRAMS].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${links.origin()}/sitemap.xml`,
    '',
  ].join('\n');
}
