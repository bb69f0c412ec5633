import { assetUrl, type Shell } from './shell.ts';
import { pagePath } from './site-map.ts';
import { SITE } from './words/site.ts';

interface ArticleFacts {
  shell: Shell;
  path: string;
  title: string;
  description: string;
  part: 'docs' | 'learn' | null;
}

/** Schema.org's description of a page that lists articles. */
export function structuredList({
  shell,
  path,
  title,
  description,
}: Omit<ArticleFacts, 'part'>): Record<string, unknown> {
  const { origin, language } = shell;
  return {
    '@type': 'CollectionPage',
    name: title,
    description,
    inLanguage: language,
    url: `${origin}${pagePath(language, path)}`,
    isPartOf: { '@type': 'WebSite', name: SITE[language].brand, url: `${origin}${pagePath(language, '')}` },
  };
}

/** Schema.org's description of an article of ours. */
export function structuredArticle({ shell, path, title, description, part }: ArticleFacts): Record<string, unknown> {
  const { origin, language } = shell;
  return {
    '@type': part === 'docs' ? 'TechArticle' : 'Article',
    headline: title,
    description,
    inLanguage: language,
    url: `${origin}${pagePath(language, path)}`,
    isPartOf: { '@type': 'WebSite', name: SITE[language].brand, url: `${origin}${pagePath(language, '')}` },
    publisher: { '@type': 'Organization', name: SITE[language].brand, url: origin },
  };
}

/** Schema.org's description of the site and of what one does on its start page. */
export function structuredSite(shell: Shell, description: string): Record<string, unknown>[] {
  const { origin, language } = shell;
  const url = `${origin}${pagePath(language, '')}`;
  const name = SITE[language].brand;
  const publisher = { '@type': 'Organization', name, url: origin };
  return [
    { '@type': 'WebSite', name, url, description, inLanguage: language, publisher },
    {
      '@type': 'WebApplication',
      name,
      url,
      description,
      inLanguage: language,
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any',
      isAccessibleForFree: true,
      publisher,
    },
    { ...publisher, logo: `${origin}${assetUrl(shell, 'favicon.svg')}` },
  ];
}
