import type { PageAnswer, PageRoute } from '../../http/page-route.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import type { PageHead } from '../kit/shell.ts';
import { ReferencePage } from './page.tsx';
import { pagePath } from '../kit/site-map.ts';
import { ARTICLE_LISTS } from '../articles/list-words.ts';
import { SITE } from '../kit/words/site.ts';
import { linksOf, type FilledArticles } from '../articles/routes.tsx';
import { readReference } from './read-reference.ts';
import type { PageServices } from '../services.ts';
import { sharedPage, type Site } from '../kit/site.ts';
import { structuredArticle } from '../kit/structured-data.ts';

const PATH = 'docs/reference';

/** The description of the interface for people, made from the OpenAPI document once for each language. */
export function referenceRoutes(services: PageServices, site: Site, articles: FilledArticles): PageRoute[] {
  return LANGUAGES.map((language) => ({
    method: 'GET',
    path: pagePath(language, PATH),
    rateLimit: 'none',
    auth: { kind: 'none' },
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
