import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';
import type { Links } from '../../shared/links.ts';
import { REFERENCE_PARTS, referenceSlug, SITE_PAGES, type ReferencePart, type SitePage } from '../kit/site-map.ts';
import { REFERENCE } from '../reference/words.ts';
import type { FilledArticles } from '../articles/routes.tsx';

/** The folders of the articles, with the heading of each in both languages. */
const SECTIONS = [
  ['docs', { en: 'Documentation', 'zh-CN': '文档 (Documentation in Chinese)' }],
  ['learn', { en: 'Background', 'zh-CN': '知识 (Background in Chinese)' }],
  ['site', { en: 'About the service', 'zh-CN': '关于本服务 (About the service in Chinese)' }],
] as const;

type Section = (typeof SECTIONS)[number][0];

const SUMMARY =
  'Revera tells what evidence of origin a media file carries, and signs files: C2PA content credentials, the China AIGC label (GB 45438-2025) and ordinary metadata. Absence of evidence proves nothing.';

/** A short description of the site for language models, in the form of llmstxt.org. */
export function llmsText(links: Links, articles: FilledArticles): string {
  const origin = links.origin();
  return [
    '# Revera',
    `> ${SUMMARY}`,
    `Every article exists in English and in Simplified Chinese (\`/${LANGUAGE_PATHS.en}/…\`, \`/${LANGUAGE_PATHS['zh-CN']}/…\`); each link leads to its Markdown. The address without \`.md\` is the page.`,
    ...SECTIONS.map(([section, words]) => linkList(words.en, 'en', section, { links, articles })),
    [
      '## API',
      [
        `- [OpenAPI 3.1](${origin}/openapi.json): every published route, with schemas and errors`,
        `- [API reference](${links.page('en', 'docs/reference')}): the same as pages, with curl examples`,
        ...REFERENCE_PARTS.map((part) => referenceLink(part, links)),
      ].join('\n'),
    ].join('\n\n'),
    ...SECTIONS.map(([section, words]) => linkList(words['zh-CN'], 'zh-CN', section, { links, articles })),
    [
      '## Optional',
      `- [All English articles in one file](${origin}/llms-full.txt): the whole text of the links above`,
    ].join('\n\n'),
    '',
  ].join('\n\n');
}

/** All English articles, and where the Chinese ones are. */
export function llmsFullText(links: Links, articles: FilledArticles): string {
  const english = textPages().map((page) => {
    const { title, description, markdown } = articles('en', page.article);
    return [`# ${title}`, `Source: ${links.page('en', page.path)}`, `> ${description}`, markdown].join('\n\n');
  });
  const chinese = textPages().map((page) => linkTo('zh-CN', page, { links, articles }));
  return [
    '# Revera',
    `> ${SUMMARY}`,
    ...english,
    ['# 简体中文 (Simplified Chinese)', chinese.join('\n')].join('\n\n'),
    '',
  ].join('\n\n');
}

function referenceLink(part: ReferencePart, links: Links): string {
  const { parts, about } = REFERENCE.en;
  return `- [API reference: ${parts[part]}](${links.page('en', `docs/reference/${referenceSlug(part)}`)}): ${about[part]}`;
}

interface Sources {
  readonly links: Links;
  readonly articles: FilledArticles;
}

interface TextPage extends SitePage {
  readonly article: string;
}

function textPages(): TextPage[] {
  return SITE_PAGES.filter((page): page is TextPage => page.article !== null);
}

function linkList(heading: string, language: Language, section: Section, sources: Sources): string {
  const pages = textPages().filter(({ article }) => article.startsWith(`${section}/`));
  return [`## ${heading}`, pages.map((page) => linkTo(language, page, sources)).join('\n')].join('\n\n');
}

function linkTo(language: Language, { path, article }: TextPage, { links, articles }: Sources): string {
  const { title, description } = articles(language, article);
  return `- [${title}](${links.page(language, path)}.md): ${description}`;
}
