import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_PATHS, LANGUAGES } from '../../shared/language.ts';
import { SITE_PAGES } from '../kit/site-map.ts';
import { articleDatesSchema, openArticleDates } from './article-dates.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`./content/${path}`, import.meta.url)), 'utf8');
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the dates of the texts', () => {
  it('are those of the texts as they are (`npm run article-dates` notes changed ones)', () => {
    const dates = articleDatesSchema.parse(JSON.parse(read('changed.json')));
    const digests = Object.entries(dates).map(([path, { sha256 }]) => [path, sha256]);
    const texts = SITE_PAGES.flatMap(({ article }) =>
      article === null ? [] : LANGUAGES.map((language) => `${LANGUAGE_PATHS[language]}/${article}`),
    );
    expect(Object.fromEntries(digests)).toEqual(
      Object.fromEntries(texts.map((path) => [path, digestOf(read(`${path}.md`))])),
    );
  });

  it('are known of articles, and of nothing else', () => {
    const dateOf = openArticleDates();
    expect(dateOf('en', 'site/privacy')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([dateOf('en', null), dateOf('zh-CN', 'docs/none'), dateOf('en', '__proto__')]).toEqual([null, null, null]);
  });
});
