import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { LANGUAGES, LANGUAGE_PATHS } from '../../shared/language.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { pagePath, SITE_PAGES, SITEMAPS } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { crawl, visit, type Crawl } from './crawler.ts';
import type { PageFacts } from './page-facts.ts';

/** Where our texts send people; nothing is loaded from there. A new one is added with thought: it must be true and stay. */
const EXTERNAL: readonly string[] = [
  'https://c2pa.org/',
  'https://eur-lex.europa.eu/eli/reg/2024/1689/oj',
  'https://eur-lex.europa.eu/eli/reg/2026/1744/oj',
  'https://leginfo.legislature.ca.gov/',
  'https://nodejs.org/',
  'https://spec.c2pa.org/',
  'https://www.cac.gov.cn/',
  'https://www.standardwebhooks.com/',
];

const ORIGIN = 'https://revera.example';
const EVERY_PATH = SITE_PAGES.flatMap(({ path }) => LANGUAGES.map((language) => pagePath(language, path)));

let server: TestServer;
let app: App;
let site: Crawl;
beforeAll(async () => {
  server = await openTestServer({ settings: { BASE_URL: ORIGIN } });
  ({ app } = server.variant({}));
  site = await crawl(app, ORIGIN, ['/', '/robots.txt', '/llms.txt', ...(await addressesInSitemaps())]);
}, PATIENCE_MS);
afterAll(() => server.close());

async function addressesInSitemaps(): Promise<string[]> {
  const index = locationsIn((await visit(app, '/sitemap.xml')).body);
  const pages = await Promise.all(index.map(async (address) => locationsIn((await visit(app, pathOf(address))).body)));
  return pages.flat().map(pathOf);
}

function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function publicPages(): [string, PageFacts][] {
  return EVERY_PATH.map((path) => {
    const page = site.visited.get(path)?.page;
    if (page === null || page === undefined) throw new Error(`${path} is no page`);
    return [path, page];
  });
}

/** Problems by page, for a message that names both. */
function problems(find: (page: PageFacts, path: string) => readonly string[]): Record<string, readonly string[]> {
  const found = publicPages().map(([path, page]) => [path, find(page, path)] as const);
  return Object.fromEntries(found.filter(([, list]) => list.length > 0));
}

/** Scripts that nothing runs. */
const DATA_TYPES: ReadonlySet<string> = new Set(['application/ld+json', 'application/json']);

describe('the site, followed link by link', () => {
  it('200: every address that a page names is there', () => {
    const broken = [...site.visited]
      .filter(([, { status }]) => status !== 200)
      .map(([path, { status }]) => {
        return [path, status, site.links.filter(({ to }) => to === path).map(({ from }) => from)];
      });
    expect(broken).toEqual([]);
    expect(site.visited.size).toBeGreaterThan(EVERY_PATH.length);
  });

  it('has every anchor that a link names', () => {
    const missing = site.links.filter(({ to, fragment }) => {
      return fragment !== '' && site.visited.get(to)?.page?.ids.has(fragment) !== true;
    });
    expect(missing).toEqual([]);
    expect(site.links.filter(({ fragment }) => fragment !== '').length).toBeGreaterThan(EVERY_PATH.length);
  });

  it('leads elsewhere only where we mean it to', () => {
    expect([...site.external.keys()].toSorted()).toEqual(EXTERNAL);
  });

  it('loads nothing from elsewhere, and has no script or style in its pages', () => {
    expect(
      problems(({ tags }) =>
        tags.flatMap(({ name, attributes }) => {
          const resource = attributes.get('src') ?? (name === 'link' ? attributes.get('href') : undefined);
          const isOurs = resource === undefined || /^\/(?!\/)/.test(resource) || resource.startsWith(`${ORIGIN}/`);
          const isInline =
            name === 'style' || attributes.has('style') || [...attributes.keys()].some((key) => key.startsWith('on'));
          const isData = name !== 'script' || attributes.has('src') || DATA_TYPES.has(attributes.get('type') ?? '');
          return isOurs && !isInline && isData ? [] : [`${name} ${resource ?? ''}`];
        }),
      ),
    ).toEqual({});
  });
});

describe('the sitemaps', () => {
  it('are exactly the public pages in both languages, and well-formed', async () => {
    expect((await addressesInSitemaps()).toSorted()).toEqual(EVERY_PATH.toSorted());
    expect(locationsIn((await visit(app, '/sitemap.xml')).body)).toEqual(
      SITEMAPS.map((name) => `${ORIGIN}/sitemaps/${name}.xml`),
    );
    for (const name of SITEMAPS) {
      const { body, type } = await visit(app, `/sitemaps/${name}.xml`);
      expect(type).toBe('application/xml; charset=utf-8');
      expect(wellFormed(body)).toBe(true);
    }
  });

  it('name for each address the same in the other language', async () => {
    for (const name of SITEMAPS) {
      const { body } = await visit(app, `/sitemaps/${name}.xml`);
      for (const [entry] of body.matchAll(/<url>.*?<\/url>/gs)) {
        const [address = ''] = locationsIn(entry);
        const alternates = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [
          language,
          href,
        ]);
        const page = site.visited.get(pathOf(address))?.page;
        expect(Object.fromEntries(alternates)).toEqual(Object.fromEntries(page?.alternates ?? []));
      }
    }
  });
});

/** Each element is closed by its own end. */
function wellFormed(xml: string): boolean {
  const open: string[] = [];
  for (const [, end, name = '', , empty] of xml.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (end === '/') {
      if (open.pop() !== name) return false;
    } else if (empty !== '/') open.push(name);
  }
  return open.length === 0 && xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>');
}

describe('every public page', () => {
  it('names itself and its other language, and is named by it', () => {
    expect(
      problems(({ canonical, alternates, isPublic }, path) => {
        const page = SITE_PAGES.find((each) => LANGUAGES.some((language) => pagePath(language, each.path) === path));
        const expected = LANGUAGES.map(
          (language) => [language, `${ORIGIN}${pagePath(language, page?.path ?? '')}`] as const,
        );
        const all = new Map([...expected, ['x-default', `${ORIGIN}${pagePath('en', page?.path ?? '')}`]]);
        return [
          ...(isPublic ? [] : ['is not public']),
          ...(canonical === `${ORIGIN}${path}` ? [] : [`canonical ${String(canonical)}`]),
          ...[...all].flatMap(([language, href]) =>
            alternates.get(language) === href ? [] : [`hreflang ${language}`],
          ),
          ...(alternates.size === all.size ? [] : ['other languages']),
        ];
      }),
    ).toEqual({});
  });

  it('has its language, one h1, and a title and description that fit', () => {
    expect(
      problems(({ lang, headings, title, meta }, path) => {
        const language = LANGUAGES.find((each) => path.split('/')[1] === LANGUAGE_PATHS[each]);
        const description = meta.get('description') ?? '';
        const [min, max] = language === 'en' ? [70, 160] : [30, 80];
        return [
          ...(lang === language ? [] : [`lang ${lang}`]),
          ...(headings === 1 ? [] : [`${headings} h1`]),
          ...(title.length >= 10 && title.length <= 70 ? [] : [`title: ${title}`]),
          ...(description.length >= min && description.length <= max ? [] : [`${description.length}: ${description}`]),
        ];
      }),
    ).toEqual({});
  });

  it('has a title and a description of its own', () => {
    const pages = publicPages().map(([, page]) => page);
    for (const texts of [pages.map(({ title }) => title), pages.map(({ meta }) => meta.get('description'))]) {
      expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
    }
  });

  it('says what it is in structured data', () => {
    expect(
      problems(({ structuredData, canonical }) => {
        const objects = structuredData.map((json) => objectSchema.parse(JSON.parse(json)));
        if (objects.length === 0 && !OF_THE_MOMENT.test(canonical ?? '')) return ['nothing'];
        return objects.flatMap((object) => missingMembers(object, canonical ?? ''));
      }),
    ).toEqual({});
  });
});

const objectSchema = z.record(z.string(), z.unknown());

/** Pages that describe only the present. */
const OF_THE_MOMENT = /\/status$/;

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  TechArticle: ['headline', 'description', 'inLanguage', 'url', 'publisher', 'isPartOf'],
  Article: ['headline', 'description', 'inLanguage', 'url', 'publisher', 'isPartOf'],
  CollectionPage: ['name', 'description', 'inLanguage', 'url', 'isPartOf'],
  WebPage: ['name', 'description', 'inLanguage', 'url', 'isPartOf'],
  WebSite: ['name', 'url', 'inLanguage'],
  WebApplication: ['name', 'url', 'applicationCategory'],
  Organization: ['name', 'url'],
};

function missingMembers(object: Record<string, unknown>, canonical: string): string[] {
  const type = String(object['@type']);
  const needed = NEEDED[type];
  if (object['@context'] !== 'https://schema.org' || needed === undefined) return [`${type} is not known`];
  const missing = needed.filter((name) => object[name] === undefined || object[name] === '');
  const isElsewhere = type !== 'Organization' && object['url'] !== canonical;
  return [...missing, ...(isElsewhere ? [`url ${String(object['url'])}`] : [])].map((problem) => `${type}: ${problem}`);
}

describe('robots.txt', () => {
  it('keeps robots from private pages only', async () => {
    const { body, type } = await visit(app, '/robots.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
    const kept = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    expect(kept).toContain('/en/dashboard');
    expect(EVERY_PATH.filter((path) => kept.some((prefix) => path.startsWith(prefix)))).toEqual([]);
  });
});

describe('the HTML of every page', () => {
  it(
    'is valid',
    async () => {
      const validator = new HtmlValidate({
        extends: ['html-validate:recommended'],
        rules: {
          // Our renderer writes `<meta …/>` and attributes without values, which HTML allows.
          'void-style': 'off',
          'doctype-style': ['error', { style: 'lowercase' }],
          // A button in a form submits it: its default type is the intended one.
          'no-implicit-button-type': 'off',
          // Anchors of headings are made of their words, in any script.
          'valid-id': ['error', { relaxed: true }],
        },
      });
      const found: Record<string, string[]> = {};
      for (const [path, { body, page }] of site.visited) {
        if (page === null) continue;
        const { results } = await validator.validateString(body, path);
        const messages = results.flatMap((result) =>
          result.messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
        );
        if (messages.length > 0) found[path] = messages.slice(0, 5);
      }
      expect(found).toEqual({});
    },
    PATIENCE_MS,
  );
});
