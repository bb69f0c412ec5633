import { gzipSync } from 'node:zlib';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '../app.ts';
import { filePart, form } from '../http/test-app.ts';
import { openVisitor } from '../testing/test-visitor.ts';
import { openTestServer, type TestServer } from '../testing/test-services.ts';
import { pagePath, SITE_PAGES } from './kit/site-map.ts';

const analysis = z.object({ results: z.tuple([z.object({ result: z.object({ id: z.string() }) })]) });
const KB = 1024;
/** Of all scripts that a page loads first, compressed. */
const PUBLIC_BYTES_MAX = 40 * KB;
const DASHBOARD_BYTES_MAX = 120 * KB;

let server: TestServer;
let app: App;
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
});
afterAll(() => server.close());

/** Compressed bytes of each script that the page names. */
async function scriptsOf(html: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [, url = ''] of html.matchAll(/<script[^>]*\ssrc="?([^"\s>]+)/g)) {
    const { statusCode, rawPayload } = await app.inject({ url });
    expect(statusCode).toBe(200);
    // One that loads others would hide what the page costs.
    expect(rawPayload.toString()).not.toMatch(/\bimport\s*[({"'\w]/);
    found[url] = gzipSync(rawPayload).length;
  }
  return found;
}

function sum(scripts: Record<string, number>): number {
  return Object.values(scripts).reduce((all, bytes) => all + bytes, 0);
}

describe('the scripts of a page', () => {
  it('have at most 40 KB on every public page', async () => {
    const heaviest: { path: string; bytes: number } = { path: '', bytes: 0 };
    for (const { path } of SITE_PAGES) {
      const bytes = sum(await scriptsOf((await app.inject({ url: pagePath('en', path) })).body));
      if (bytes > heaviest.bytes) Object.assign(heaviest, { path: `/${path}`, bytes });
    }
    // The pages that take files have the most to do; without scripts found the test would show nothing.
    expect(['/', '/lab']).toContain(heaviest.path);
    expect(heaviest.bytes).toBeLessThan(PUBLIC_BYTES_MAX);
  });

  it('have at most 40 KB on the page of a result', async () => {
    const { body } = await server.call('POST', '/api/analyze', {
      form: form([filePart(Buffer.from(buildJpeg()), 'files', 'a.jpg')]),
    });
    const { results } = analysis.parse(body);
    const page = await app.inject({ url: pagePath('en', `results/${results[0].result.id}`) });
    const scripts = await scriptsOf(page.body);
    const names = Object.keys(scripts).map((url) => /([a-z]+)[^/]*\.js$/.exec(url)?.[1]);
    expect(names).toEqual(expect.arrayContaining(['copy', 'menu', 'result']));
    expect(sum(scripts)).toBeLessThan(PUBLIC_BYTES_MAX);
  });

  it('have at most 120 KB on the pages of the dashboard', async () => {
    const account = await server.createAccount();
    const visitor = openVisitor(app, {
      origin: server.services.links.origin(),
      session: account.session,
    });
    for (const path of ['keys', 'sign', 'account', 'credentials']) {
      const scripts = await scriptsOf((await visitor.open(`/en/dashboard/${path}`)).html);
      expect(sum(scripts)).toBeLessThan(DASHBOARD_BYTES_MAX);
      if (path === 'sign') expect(Object.keys(scripts).length).toBeGreaterThan(0);
    }
  });
});
