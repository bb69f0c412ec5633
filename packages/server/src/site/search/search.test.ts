import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { openArticles } from '../articles/articles.ts';
import { pagePath, SITE_PAGES } from '../kit/site-map.ts';
import { SEARCH_INDEX_BYTES_MAX } from './build-index.ts';
import { searchIndexPath } from './index-path.ts';
import { decodeIndex } from './islands/decode-index.ts';
import { search, termsOf, type Entry } from './islands/rank.ts';

const ARTICLES = SITE_PAGES.flatMap(({ path, article }) =>
  article !== null && /^(?:docs|learn)\//.test(path) ? [{ path, article }] : [],
);

let server: TestServer;
let app: App;
const indexes = new Map<Language, Entry[]>();
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
  for (const language of LANGUAGES) {
    const { body } = await app.inject({ url: searchIndexPath(language) });
    indexes.set(language, decodeIndex(JSON.parse(body)) ?? []);
  }
});
afterAll(() => server.close());

function find(language: Language, query: string): string[] {
  return search(indexes.get(language) ?? [], query, 12).map(({ url }) => url);
}

describe('GET /{language}/docs/search.json', () => {
  it.each(LANGUAGES)('200 in %s: JSON of a bounded size, for all', async (language) => {
    const { statusCode, headers, rawPayload } = await app.inject({ url: searchIndexPath(language) });
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(rawPayload.length).toBeGreaterThan(10_000);
    expect(rawPayload.length).toBeLessThan(SEARCH_INDEX_BYTES_MAX);
  });

  it.each(LANGUAGES)('200 in %s: leads to places that are there', async (language) => {
    const pages = new Map<string, string>();
    const missing: string[] = [];
    for (const { url } of indexes.get(language) ?? []) {
      const { pathname, hash } = new URL(url, 'https://revera.example');
      if (!pages.has(pathname)) pages.set(pathname, (await app.inject({ url: pathname })).body);
      const id = decodeURIComponent(hash.slice(1));
      if (id !== '' && pages.get(pathname)?.includes(`id="${id}"`) !== true) missing.push(url);
    }
    expect(pages.size).toBeGreaterThan(ARTICLES.length);
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES.flatMap((language) => ARTICLES.map((article) => ({ language, ...article }))))(
    'finds $path first by its title in $language',
    ({ language, path, article }) => {
      expect(find(language, openArticles()(language, article).title)[0]).toBe(pagePath(language, path));
    },
  );

  it('finds sections, error codes, operations and parts of words', () => {
    expect(find('en', 'idempotency')[0]).toMatch(/^\/en\/docs\//);
    expect(find('en', '/v1/content/verify')[0]).toBe('/en/docs/reference/content#verifyContent');
    expect(find('en', 'POST_VERIFY_FAILED')).not.toEqual([]);
    expect(find('zh-CN', '服务提供者编码').some((url) => url.includes('/learn/china-aigc-label'))).toBe(true);
    expect(find('zh-CN', '时间戳').length).toBeGreaterThan(2);
    expect(find('en', 'zqxjkv')).toEqual([]);
    expect(find('en', '  ?! ')).toEqual([]);
  });
});

describe('termsOf', () => {
  it.each([
    ['Trust lists', ['trust', 'lists']],
    ['内容凭证', ['内容', '容凭', '凭证']],
    ['C2PA 签名', ['c2pa', '签名']],
    ['签', ['签']],
    ['', []],
  ])('%s', (query, terms) => {
    expect(termsOf(query)).toEqual(terms);
  });

  it('takes no more of a text than is useful', () => {
    expect(termsOf(Array.from({ length: 5000 }, (_, at) => `w${at}`).join(' '))).toHaveLength(24);
  });
});

describe('decodeIndex', () => {
  const entry = { url: '/en/docs/verify', page: 'a', heading: '', text: '' };
  it('takes sections of this site and nothing else', () => {
    expect(decodeIndex([entry])).toEqual([entry]);
    for (const bad of [
      null,
      {},
      [null],
      [{ ...entry, url: '//evil.example' }],
      [{ ...entry, url: 'javascript:x' }],
      [{ ...entry, text: 1 }],
    ]) {
      expect(decodeIndex(bad)).toBeUndefined();
    }
  });
});
