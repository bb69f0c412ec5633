// Notes the day on which a text of the site became what it is. Sitemaps tell it to search engines.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  articleDatesSchema,
  articleDigest,
  type ArticleDates,
} from '../packages/server/src/site/articles/article-dates.ts';

const folder = fileURLToPath(new URL('../packages/server/src/site/articles/content/', import.meta.url));
const target = join(folder, 'changed.json');
const known = existsSync(target) ? articleDatesSchema.parse(JSON.parse(readFileSync(target, 'utf8'))) : {};
const today = new Date().toISOString().slice(0, 10);

const dates: ArticleDates = {};
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
for (const path of texts.toSorted()) {
  const name = path.replace(/\.md$/, '');
  const sha256 = articleDigest(readFileSync(join(folder, path), 'utf8'));
  dates[name] = known[name]?.sha256 === sha256 ? known[name] : { changed: today, sha256 };
}
writeFileSync(target, `${JSON.stringify(dates, null, 2)}\n`);
