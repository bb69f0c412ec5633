import type { PageRoute } from '../../http/page-route.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import { ArticlePage } from './page.tsx';
import type { ArticleLink, LinkGroup } from './side-nav.tsx';
import { ArticleListPage } from './list-page.tsx';
import type { PageHead } from '../kit/shell.ts';
import { DOC_GROUPS, LESSON_GROUPS, pagePath, SITE_PAGES, type SitePage } from '../kit/site-map.ts';
import { ARTICLE_LISTS, GROUP_TITLES } from './list-words.ts';
import { SITE } from '../kit/words/site.ts';
import type { Article } from './articles.ts';
import { renderMarkdown } from './markdown.ts';
import { withoutPictures } from './pictures/picture.tsx';
import type { PageServices } from '../services.ts';
import { sharedPage, type Site } from '../kit/site.ts';
import { structuredArticle, structuredList } from '../kit/structured-data.ts';

/** A part of the site that lists its articles. */
type Part = 'docs' | 'learn';

interface TextPage extends SitePage {
  readonly article: string;
}

const TEXT_PAGES = SITE_PAGES.filter((page): page is TextPage => page.article !== null);

/** What every article of one language is served from. */
export type FilledArticles = (language: Language, name: string) => Article;

/** All articles in both languages, each with its Markdown twin, and the lists of `docs` and `learn`. */
export function articleRoutes(services: PageServices, site: Site, articles: FilledArticles): PageRoute[] {
  return LANGUAGES.flatMap((language) => [
    ...TEXT_PAGES.flatMap((page) => [
      ...(page.isTool === true ? [] : [articleRoute(language, page, site, articles)]),
      markdownRoute(language, page, services, articles),
    ]),
    ...(['docs', 'learn'] as const).map((part) => listRoute(language, part, site, articles)),
  ]);
}

function articleRoute(language: Language, page: TextPage, site: Site, articles: FilledArticles): PageRoute {
  return {
    method: 'GET',
    path: pagePath(language, page.path),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => {
      const { title, description, markdown } = articles(language, page.article);
      const shell = site.shell(language);
      const part = partOf(page.path);
      const { html, headings } = renderMarkdown(markdown, { language, beside: part === 'docs' });
      const head: PageHead = {
        title,
        description,
        path: page.path,
        isPublic: true,
        markdown: `${pagePath(language, page.path)}.md`,
        scripts: [...(part === null ? [] : ['search.js']), ...scriptsFor(html)],
        ...(part === null ? {} : { section: part }),
        structuredData: [structuredArticle({ shell, path: page.path, title, description, part })],
      };
      return sharedPage(
        <ArticlePage
          shell={shell}
          head={head}
          html={html}
          headings={headings}
          groups={part === null ? [] : linkGroups(language, part, articles)}
          parent={part === null ? null : { path: part, title: SITE[language].pages[part] }}
        />,
        language,
      );
    }),
  };
}

/** A text without code needs none. */
function scriptsFor(html: string): string[] {
  return [...(html.includes('data-copy') ? ['copy.js'] : []), ...(html.includes('data-samples') ? ['samples.js'] : [])];
}

function partOf(path: string): Part | null {
  const part = path.split('/', 1)[0];
  return path.includes('/') && (part === 'docs' || part === 'learn') ? part : null;
}

/** The same text for programs and language models. */
function markdownRoute(
  language: Language,
  page: TextPage,
  { links }: PageServices,
  articles: FilledArticles,
): PageRoute {
  return {
    method: 'GET',
    path: `${pagePath(language, page.path)}.md`,
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => {
      const { title, description, markdown } = articles(language, page.article);
      return {
        headers: {
          'content-type': 'text/markdown; charset=utf-8',
          'cache-control': 'public, max-age=300',
          'content-language': language,
          link: `<${links.page(language, page.path)}>; rel="canonical"`,
        },
        body: `# ${title}\n\n${description}\n\n${withoutPictures(markdown)}\n`,
      };
    }),
  };
}

function listRoute(language: Language, part: Part, site: Site, articles: FilledArticles): PageRoute {
  return {
    method: 'GET',
    path: pagePath(language, part),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => {
      const shell = site.shell(language);
      const written = textPagesOf(part).map(({ path, article }) => ({ path, ...articles(language, article) }));
      return sharedPage(
        <ArticleListPage
          shell={shell}
          part={part}
          articles={written}
          structuredData={[structuredList({ shell, path: part, ...ARTICLE_LISTS[language][part] })]}
        />,
        language,
      );
    }),
  };
}

function textPagesOf(part: Part): readonly TextPage[] {
  return TEXT_PAGES.filter(({ path }) => path.startsWith(`${part}/`));
}

/** The pages of a part, in groups and in the order in which they are read. */
export function linkGroups(language: Language, part: Part, articles: FilledArticles): LinkGroup[] {
  const linkTo = (slug: string): ArticleLink => {
    const path = `${part}/${slug}`;
    const title = slug === 'reference' ? SITE[language].pages.reference : articles(language, path).title;
    return { path, title };
  };
  return part === 'docs'
    ? DOC_GROUPS.map(({ group, pages }) => ({
        title: GROUP_TITLES.docs[group][language],
        links: pages.map(linkTo),
      }))
    : LESSON_GROUPS.map(({ group, pages }) => ({
        title: GROUP_TITLES.learn[group][language],
        links: pages.map(linkTo),
      }));
}
