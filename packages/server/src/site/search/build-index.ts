import MarkdownIt from 'markdown-it';
import type { Language } from '../../shared/language.ts';
import type { Reference } from '../reference/model.ts';
import { operationAnchor } from '../reference/model.ts';
import { SITE } from '../kit/words/site.ts';
import { DOC_GROUPS, LESSON_GROUPS, pagePath, referenceSlug } from '../kit/site-map.ts';
import { headingIds } from '../articles/heading-ids.ts';
import type { FilledArticles } from '../articles/routes.tsx';
import type { Entry } from './islands/rank.ts';

/** Of a section's text: enough to find it, and the index of a language stays below `SEARCH_INDEX_BYTES_MAX`. */
const TEXT_CHARACTERS = 1200;

/** As sent, before it is compressed. Loaded only by those who search. */
export const SEARCH_INDEX_BYTES_MAX = 320 * 1024;

const PATHS = [
  ...DOC_GROUPS.flatMap(({ pages }) => pages.filter((page) => page !== 'reference').map((page) => `docs/${page}`)),
  ...LESSON_GROUPS.flatMap(({ pages }) => pages.map((page) => `learn/${page}`)),
];

/** Every section of every article, and every operation of the interface. */
export function buildIndex(language: Language, articles: FilledArticles, reference: Reference): Entry[] {
  return [
    ...PATHS.flatMap((path) => articleEntries(language, path, articles)),
    ...reference.groups.flatMap(({ tag, operations }) =>
      operations.map(({ id, method, path, summary }) => ({
        url: `${pagePath(language, `docs/reference/${referenceSlug(tag)}`)}#${operationAnchor(id)}`,
        page: SITE[language].pages.reference,
        heading: `${method} ${path}`,
        text: summary,
      })),
    ),
  ];
}

function articleEntries(language: Language, path: string, articles: FilledArticles): Entry[] {
  const { title, description, markdown } = articles(language, path);
  const url = pagePath(language, path);
  const entries = [{ url, page: title, heading: '', text: description }];
  const tokens = new MarkdownIt({ html: false }).parse(markdown, {});
  const idOf = headingIds();
  for (const [at, token] of tokens.entries()) {
    const inline = (token.children ?? []).map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('');
    if (token.type !== 'inline') continue;
    const last = entries.at(-1);
    if (tokens[at - 1]?.type === 'heading_open')
      entries.push({ url: `${url}#${idOf(inline)}`, page: title, heading: inline, text: '' });
    else if (last !== undefined) last.text = `${last.text} ${inline}`.trim().slice(0, TEXT_CHARACTERS);
  }
  return entries;
}
