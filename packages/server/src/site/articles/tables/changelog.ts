import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../../shared/language.ts';

/** Beside the bundle in `dist`, or in the checkout when the sources are run directly. */
const CANDIDATES = ['./CHANGELOG.md', '../../../../../../CHANGELOG.md'];

const IN_ENGLISH = '以下记录以英文书写。';

/** The repository's list of changes, as a part of an article. @throws when it is missing */
export function changelog(language: Language): string {
  const path = CANDIDATES.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((file) => existsSync(file));
  if (path === undefined) throw new Error('the list of changes is missing from this installation');
  const text = asPartOfArticle(readFileSync(path, 'utf8'));
  return language === 'en' ? text : `${IN_ENGLISH}\n\n${text}`;
}

/**
 * Without its title and what stands before the first version; headings one level lower; links into the repository, which is not
 * here, as their text.
 */
function asPartOfArticle(text: string): string {
  const from = text.search(/^## /m);
  return text
    .slice(from === -1 ? 0 : from)
    .replaceAll(/^##/gm, '###')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1')
    .trim();
}
