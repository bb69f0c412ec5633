import type { PageAnswer, PageRoute } from '../../http/page-route.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import type { PageHead } from '../../web/shell.ts';
import { ReferencePage } from '../../web/reference/reference-page.tsx';
import { pagePath } from '../../web/site-map.ts';
import { ARTICLE_LISTS } from '../../web/words/article-lists.ts';
import { SITE } from '../../web/words/site.ts';
import { linksOf, type FilledArticles } from './article-routes.tsx';
import { readReference } from './reference/read-reference.ts';
import type { PageServices } from './services.ts';
import { sharedPage, type Site } from './site.ts';
import { structuredArticle } from './structured-data.ts';

const PATH = 'docs/reference';

/** The description of the interface for people, made from the OpenAPI document once for each language. */
export function referenceRoutes(services: PageServices, site: Site, articles: FilledArticles): PageRoute[] {
  return LANGUAGES.map((language) => ({
    method: 'GET',
    path: pagePath(language, PATH),
    rateLimit: 'none',
    forEverybody: true,
    handler: lazy(() => referencePage(language, services, site, articles)),
  }));
}

function referencePage(
  language: Language,
  { openApi, links }: PageServices,
  site: Site,
  articles: FilledArticles,
): PageAnswer {
  const shell = site.shell(language);
  const { title, description } = ARTICLE_LISTS[language].reference;
  const head: PageHead = {
    title,
    description,
    path: PATH,
    isPublic: true,
    section: 'docs',
    scripts: ['reference.js'],
    structuredData: [structuredArticle({ shell, path: PATH, title, description, part: 'docs' })],
  };
  return sharedPage(
    <ReferencePage
      shell={shell}
      head={head}
      reference={readReference(openApi(), links.origin())}
      siblings={linksOf(language, 'docs', articles)}
      parent={{ path: 'docs', title: SITE[language].pages.docs }}
    />,
    language,
  );
}
