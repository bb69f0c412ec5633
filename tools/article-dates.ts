// Notes the day on which a text of the site became what it is. Sitemaps tell it to search engines, and a test holds the digests against the texts.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../packages/server/src/site/articles/content/', import.meta.url));
const target = join(folder, 'changed.json');
const stored: unknown = existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')) : {};
const today = new Date().toISOString().slice(0, 10);

const dates: Record<string, unknown> = {};
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
for (const path of texts.toSorted()) {
  const name = path.replace(/\.md$/, '');
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest('hex');
  const known = member(stored, name);
  dates[name] = member(known, 'sha256') === sha256 ? known : { changed: today, sha256 };
}
writeFileSync(target, `${JSON.stringify(dates, null, 2)}\n`);

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
