import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';

/** Beside the bundle in `dist`, or beside this file when the sources are run directly. */
const FOLDER = './content';

const FRONT_MATTER = /^---\ntitle: (?<title>.+)\ndescription: (?<description>.+)\n---\n/;

/** A text of ours as it lies in the folder: its own Markdown, with names in `{{}}` for what is filled in. */
export interface Article {
  title: string;
  description: string;
  markdown: string;
}

/** Reads articles by name, such as `docs/verify`. @throws for one that is missing or has no front matter */
export function openArticles(): (language: Language, name: string) => Article {
  const folder = fileURLToPath(new URL(FOLDER, import.meta.url));
  if (!existsSync(folder)) throw new Error('the texts of the pages are missing from this installation');
  return (language, name) =>
    parseArticle(readFileSync(join(folder, LANGUAGE_PATHS[language], `${name}.md`), 'utf8'), name);
}

function parseArticle(text: string, name: string): Article {
  const { title, description } = FRONT_MATTER.exec(text)?.groups ?? {};
  if (title === undefined || description === undefined) throw new Error(`the article ${name} has no front matter`);
  return { title, description, markdown: text.replace(FRONT_MATTER, '').trim() };
}
