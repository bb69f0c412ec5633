import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { pagePath, SITE_PAGES } from '../kit/site-map.ts';

const ORIGIN = 'https://revera.example';
const KEY = 'a1b2c3d4-e5f6';
const CONTACT = 'mailto:security@revera.example';
const NOW = new Date('2026-11-22T08:00:00.500Z');

const servers: TestServer[] = [];
let plain: App;
let configured: App;
beforeAll(async () => {
  const clock = { now: () => NOW };
  const open = async (settings: Record<string, string>): Promise<App> => {
    const server = await openTestServer({ settings: { BASE_URL: ORIGIN, ...settings }, clock });
    servers.push(server);
    return server.variant({}).app;
  };
  plain = await open({});
  configured = await open({ INDEXNOW_KEY: KEY, SECURITY_CONTACT: CONTACT });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

async function read(app: App, url: string): Promise<Awaited<ReturnType<App['inject']>>> {
  return await app.inject({ url });
}

/** The lines of security.txt by their names. */
async function securityFields(app: App): Promise<Record<string, string>> {
  const { body, headers } = await read(app, '/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  return Object.fromEntries(
    [...body.matchAll(/^([A-Za-z-]+): (.*)$/gm)].map(([, name = '', value = '']): [string, string] => [name, value]),
  );
}

describe('/{key}.txt', () => {
  it('200: is the configured key and nothing else', async () => {
    const answer = await read(configured, `/${KEY}.txt`);
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      KEY,
    ]);
    expect((await read(configured, '/a1b2c3d4-e5f7.txt')).statusCode).toBe(404);
  });

  it.each(['null', 'undefined', KEY, '', '%00', 'a'.repeat(200)])(
    '404: %j is no key where none is set',
    async (name) => {
      expect((await read(plain, `/${name}.txt`)).statusCode).toBe(404);
    },
  );
});

describe('/.well-known/security.txt', () => {
  it('names the configured contact, and ends within a year of the start', async () => {
    const fields = await securityFields(configured);
    expect(fields).toEqual({
      Contact: CONTACT,
      Expires: '2027-10-18T08:00:00Z',
      'Preferred-Languages': 'en, zh',
      Canonical: `${ORIGIN}/.well-known/security.txt`,
      Policy: `${ORIGIN}/en/security`,
    });
  });

  it('without one leads to the page that says how to report, which does not lead back', async () => {
    expect((await securityFields(plain))['Contact']).toBe(`${ORIGIN}/en/security`);
    for (const language of LANGUAGES) {
      const page = await read(plain, pagePath(language, 'security'));
      expect(page.body).toContain(language === 'en' ? 'has named no address' : '没有填写报告地址');
      expect(page.body).not.toContain('security.txt');
      expect((await read(configured, pagePath(language, 'security'))).body).toContain(`href="${CONTACT}"`);
    }
  });
});

describe('/llms.txt and /llms-full.txt', () => {
  it('name every article in both languages, at addresses that answer Markdown', async () => {
    const { body } = await read(plain, '/llms.txt');
    const articles = SITE_PAGES.filter(({ article }) => article !== null);
    for (const { path } of articles) {
      for (const language of LANGUAGES) {
        const address = `${pagePath(language, path)}.md`;
        expect(body).toContain(`(${ORIGIN}${address})`);
        const twin = await read(plain, address);
        expect([twin.statusCode, twin.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
        expect(twin.headers['link']).toBe(`<${ORIGIN}${pagePath(language, path)}>; rel="canonical"`);
      }
    }
  });

  it('hold every English text once, and are small enough to be read', async () => {
    const { body } = await read(plain, '/llms-full.txt');
    for (const { path, article } of SITE_PAGES) {
      if (article !== null) expect(body.split(`Source: ${ORIGIN}${pagePath('en', path)}\n`)).toHaveLength(2);
    }
    expect(Buffer.byteLength(body)).toBeLessThan(512 * 1024);
  });
});

describe('/favicon.ico', () => {
  it('302: leads to the icon as it is now', async () => {
    const { statusCode, headers } = await read(plain, '/favicon.ico');
    expect(statusCode).toBe(302);
    const icon = await read(plain, String(headers.location));
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/x-icon']);
  });
});
