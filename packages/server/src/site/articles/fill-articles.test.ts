import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { SETTINGS } from '../../config.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../shared/event-types.ts';
import { ERROR_CODES } from '../../shared/error-codes.ts';
import { LABEL_RULES } from '../../shared/label-rules.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { SCOPES } from '../../shared/scopes.ts';
import { pagePath, SITE_PAGES } from '../kit/site-map.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { MEDIA_TYPE_SUPPORT } from '../../platform/media-types.ts';
import { openArticles } from './articles.ts';
import { TABLES } from './tables.ts';

let server: TestServer;
let app: App;
beforeAll(async () => {
  server = await openTestServer({ settings: { BASE_URL: 'https://revera.example', LIMIT_UPLOAD_MB: '7' } });
  ({ app } = server.variant({}));
});
afterAll(() => server.close());

const ARTICLES = SITE_PAGES.flatMap(({ path, article }) => (article === null ? [] : [{ path, article }]));

async function read(url: string): Promise<string> {
  return (await app.inject({ url })).body;
}

/** The pages on which the table of this name stands. */
function pagesWith(slot: string, language: Language): string[] {
  const articles = openArticles();
  return ARTICLES.filter(({ article }) => articles(language, article).markdown.includes(`{{${slot}}}`)).map(
    ({ path }) => pagePath(language, path),
  );
}

/** What each table must name, from the program's own lists. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  errors: Object.keys(ERROR_CODES),
  scopes: Object.keys(SCOPES),
  permissions: Object.keys(PERMISSIONS),
  provenance_statuses: Object.keys(STATUSES.en.provenance),
  integrity_statuses: Object.keys(STATUSES.en.integrity),
  trust_statuses: Object.keys(STATUSES.en.trust),
  settings: Object.keys(SETTINGS),
  media_types: MEDIA_TYPE_SUPPORT.map(({ mediaType }) => mediaType),
  label_rules: Object.keys(LABEL_RULES),
  limits: ['LIMIT_UPLOAD_MB', 'RETENTION_ANONYMOUS_HOURS'],
  changelog: [],
  webhook_events: [...Object.keys(EVENT_TYPES), TEST_EVENT],
  webhook_limits: [],
  webhook_schedule: [],
};

describe('the tables of the articles', () => {
  it('are all used, and described here', () => {
    expect(Object.keys(NAMES).toSorted()).toEqual(Object.keys(TABLES).toSorted());
  });

  it.each(LANGUAGES.flatMap((language) => Object.keys(TABLES).map((slot) => ({ language, slot }))))(
    'in $language: {{$slot}} names everything that it is about, on the page and in its Markdown',
    async ({ language, slot }) => {
      const pages = pagesWith(slot, language);
      expect(pages).not.toEqual([]);
      for (const page of pages) {
        const [html, markdown] = [await read(page), await read(`${page}.md`)];
        for (const name of NAMES[slot] ?? []) {
          expect(html).toContain(`<code>${name}</code>`);
          expect(markdown).toContain(`\`${name}\``);
        }
      }
    },
  );

  it('have the values of this installation, where 1 MB is 1024 × 1024 bytes', async () => {
    expect(await read('/en/docs/limits.md')).toContain('| 7 MB | `LIMIT_UPLOAD_MB` |');
    expect(await read('/zh-cn/docs/limits.md')).toContain('| 7 MB | `LIMIT_UPLOAD_MB` |');
    for (const language of LANGUAGES) expect(await read(pagePath(language, 'docs/limits'))).toContain('1024 × 1024');
  });

  it('have the limits of webhooks, on both of their pages', async () => {
    for (const page of ['limits', 'webhooks']) {
      const english = await read(`/en/docs/${page}.md`);
      expect(english).toContain('| Webhooks of an organization | 10 |');
      expect(english).toContain('| Deliveries are kept | 14 days |');
      expect(await read(`/zh-cn/docs/${page}.md`)).toContain('| 一次投递的尝试次数 | 10 |');
    }
    expect(await read('/en/docs/webhooks.md')).toContain('| 10 | 24 hours |');
  });

  it('make each error code an address of its own', async () => {
    const page = await read('/en/docs/errors');
    for (const code of Object.keys(ERROR_CODES)) expect(page.split(`<tr id="${code}">`)).toHaveLength(2);
  });

  it('leave no slot empty on any page or in its Markdown', async () => {
    for (const language of LANGUAGES) {
      for (const { path } of SITE_PAGES) expect(await read(pagePath(language, path))).not.toContain('{{');
      for (const { path } of ARTICLES) {
        const markdown = await read(`${pagePath(language, path)}.md`);
        expect(markdown).toMatch(/^# /);
        expect(markdown).not.toContain('{{');
      }
    }
  });
});
