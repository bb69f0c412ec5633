import type { PageAnswer, PageRoute } from '../../http/page-route.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import type { PageHead } from '../kit/shell.ts';
import { IndexView } from './index-view.tsx';
import { ReferencePage } from './page.tsx';
import { PartView } from './part-view.tsx';
import { pagePath, REFERENCE_PARTS, REFERENCE_SECTIONS, referenceSlug, type ReferencePart } from '../kit/site-map.ts';
import { ARTICLE_LISTS } from '../articles/list-words.ts';
import type { ArticleLink, LinkGroup } from '../articles/side-nav.tsx';
import { SITE } from '../kit/words/site.ts';
import { linkGroups, type FilledArticles } from '../articles/routes.tsx';
import type { Reference } from './model.ts';
import { readReference } from './read-reference.ts';
import { schemaHomes } from './schema-homes.ts';
import type { PageServices } from '../services.ts';
import { sharedPage, type Site } from '../kit/site.ts';
import { structuredArticle } from '../kit/structured-data.ts';
import { REFERENCE } from './words.ts';

const PATH = 'docs/reference';

interface Content {
  reference: Reference;
  homes: ReadonlyMap<string, ReferencePart>;
}

/** The description of the interface for people, made from the OpenAPI document once: a list of all, and a page for each group. */
export function referenceRoutes(services: PageServices, site: Site, articles: FilledArticles): PageRoute[] {
  const content = lazy((): Content => {
    const reference = readReference(services.openApi(), services.links.origin());
    return { reference, homes: schemaHomes(reference) };
  });
  return LANGUAGES.flatMap((language) => [
    referenceRoute(language, PATH, () => indexPage(language, site, articles, content())),
    ...REFERENCE_PARTS.map((part) =>
      referenceRoute(language, pathOf(part), () => partPage(language, site, part, content())),
    ),
  ]);
}

function referenceRoute(language: Language, path: string, page: () => PageAnswer): PageRoute {
  return {
    method: 'GET',
    path: pagePath(language, path),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(page),
  };
}

function pathOf(part: ReferencePart): string {
  return `${PATH}/${referenceSlug(part)}`;
}

function indexPage(
  language: Language,
  site: Site,
  articles: FilledArticles,
  { reference, homes }: Content,
): PageAnswer {
  const shell = site.shell(language);
  const groups = linkGroups(language, 'docs', articles);
  return sharedPage(
    <ReferencePage
      shell={shell}
      head={{ ...headOf(language, site, PATH, ARTICLE_LISTS[language].reference), scripts: ['search.js'] }}
      name={ARTICLE_LISTS[language].reference.title}
      groups={groups}
      parents={[{ path: 'docs', title: SITE[language].pages.docs }]}
    >
      <IndexView shell={shell} reference={reference} homes={homes} siblings={groups.flatMap(({ links }) => links)} />
    </ReferencePage>,
    language,
  );
}

function partPage(language: Language, site: Site, part: ReferencePart, content: Content): PageAnswer {
  const words = REFERENCE[language];
  const index: ArticleLink = { path: PATH, title: ARTICLE_LISTS[language].reference.title };
  const texts = { title: words.titleOf(words.parts[part]), description: words.about[part] };
  return sharedPage(
    <ReferencePage
      shell={site.shell(language)}
      head={{
        ...headOf(language, site, pathOf(part), texts),
        scripts: ['search.js', 'reference.js', 'copy.js', 'samples.js'],
      }}
      name={words.parts[part]}
      groups={groupsOf(language, index)}
      parents={[{ path: 'docs', title: SITE[language].pages.docs }, index]}
    >
      <PartView part={part} language={language} {...content} />
    </ReferencePage>,
    language,
  );
}

/** The pages of the reference beside one another; the index stands with the first group. */
function groupsOf(language: Language, index: ArticleLink): LinkGroup[] {
  const words = REFERENCE[language];
  return REFERENCE_SECTIONS.map(({ group, pages }, at) => ({
    title: words.sections[group],
    links: [...(at === 0 ? [index] : []), ...pages.map((part) => ({ path: pathOf(part), title: words.parts[part] }))],
  }));
}

function headOf(language: Language, site: Site, path: string, texts: { title: string; description: string }): PageHead {
  return {
    ...texts,
    path,
    isPublic: true,
    section: 'docs',
    structuredData: [structuredArticle({ shell: site.shell(language), path, ...texts, part: 'docs' })],
  };
}
