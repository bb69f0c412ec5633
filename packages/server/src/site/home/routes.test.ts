import { createHeldFile } from '@revera/testkit';
import { buildJpeg } from '@revera/testkit/media';
import { HtmlValidate } from 'html-validate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldPart, filePart, form, MULTIPART } from '../../http/test-app.ts';
import { LANGUAGES } from '../../shared/language.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import { ANONYMOUS_TURN, holdThreads } from '../../testing/test-held-threads.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { YES } from '../articles/tables/markdown-table.ts';
import { pagePath } from '../kit/site-map.ts';
import { STATUSES } from '../../shared/statuses.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

const jpeg = Buffer.from(buildJpeg());
const file = (bytes: Buffer | string = jpeg, name = 'files') => filePart(bytes, name);

interface Sent {
  parts?: readonly Buffer[];
  headers?: Record<string, string>;
  limits?: Partial<ServerLimits>;
  path?: string;
  address?: string;
}

function opener(limits: Partial<ServerLimits> = {}) {
  const { app } = server.variant({ limits });
  return ({ parts = [file()], headers = {}, path = '/en', address = '192.0.2.1' }: Sent = {}) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { accept: 'text/html', 'content-type': MULTIPART, ...headers },
      payload: form(parts),
      remoteAddress: address,
    });
}

/** The sentence above the form. */
function problemOf(body: string): string | undefined {
  return /id="drop-problem"[^>]*><p><strong>[^<]*<\/strong><\/p><p>([^<]*)<\/p>/.exec(body)?.[1];
}

describe('POST of the start page', () => {
  it.each(LANGUAGES)('303 in %s: to the result of the file, which anyone with the link can read', async (language) => {
    const path = pagePath(language, '');
    const answer = await opener()({ path });
    expect([answer.statusCode, answer.body]).toEqual([303, '']);
    const id = String(answer.headers.location).replace(`${path}/results/`, '');
    const job = await server.call('GET', '/v1/jobs/{jid}', { params: { jid: id } });
    expect(job.body).toMatchObject({ kind: 'analysis', status: 'completed', filename: 'photo.jpg' });
  });

  it('422 without a file: the form again, with one sentence', async () => {
    const send = opener();
    const answer = await send({ parts: [filePart('', 'files', '')] });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([422, 'Choose a file first.']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>');
    const chinese = await send({ parts: [], path: '/zh-cn' });
    expect([chinese.statusCode, problemOf(chinese.body)]).toEqual([422, '请先选择一个文件。']);
  });

  it('422 for two files, of which none is verified', async () => {
    const answer = await opener()({ parts: [file(), file()] });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([422, 'This form sends one file at a time.']);
  });

  it.each([
    ['another name', [file(jpeg, 'file')]],
    ['a text in its place', [fieldPart('files', 'x')]],
    ['a body that ends too early', [file().subarray(0, 60)]],
  ])('422 for %s', async (_what, parts) => {
    const answer = await opener()({ parts });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([422, expect.stringMatching(/\S/)]);
  });

  it('422 for a form that is none with files', async () => {
    const answer = await opener()({ headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([422, 'Choose a file first.']);
  });

  it('413 above the limit, which the sentence names, and not at it', async () => {
    const send = opener({ anonymousFileBytes: 20_480 });
    const sized = (sizeBytes: number) => [file(Buffer.from(buildJpeg({ sizeBytes })))];
    const answer = await send({ parts: sized(20_481) });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([413, 'The file is larger than 20 KB.']);
    expect((await send({ parts: sized(20_480) })).statusCode).toBe(303);
  });

  it('415 for what is no media', async () => {
    const answer = await opener()({ parts: [file('\u0000\u0001')], path: '/zh-cn' });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([415, '不支持该文件类型。']);
  });

  it('400 for media that cannot be read', async () => {
    const answer = await opener()({ parts: [file(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))] });
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([400, 'The media file could not be parsed.']);
  });

  it.each([
    ['Origin of another site', { origin: 'https://elsewhere.example' }],
    ['Origin null', { origin: 'null' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('403 by %s: nothing is verified', async (_what, headers) => {
    const count = async () => (await server.services.database.pool.query('select id from job')).rowCount;
    const before = await count();
    expect((await opener()({ headers })).statusCode).toBe(403);
    expect(await count()).toBe(before);
  });

  it('503 when its turn does not come: the form says so and can be sent again', async () => {
    const held = await holdThreads(server.services, createHeldFile, ANONYMOUS_TURN);
    const { app } = server.variant({ limits: { analysisAnonymousMs: 20 } });
    const headers = { accept: 'text/html', 'content-type': MULTIPART };
    const answer = await app.inject({ method: 'POST', url: '/zh-cn', headers, payload: form([file()]) });
    await held.release();
    expect([answer.statusCode, problemOf(answer.body)]).toEqual([503, '服务暂时无法响应，请稍后重试。']);
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('429 from the same bucket as the interface for programs', async () => {
    const { app, call } = server.variant({ limits: { anonymousAnalysesPerHour: 1 } });
    const address = '192.0.2.9';
    expect((await call('POST', '/api/analyze', { form: form([file()]), address })).status).toBe(200);
    const headers = { accept: 'text/html', 'content-type': MULTIPART };
    const url = '/en';
    const answer = await app.inject({ method: 'POST', url, headers, payload: form([file()]), remoteAddress: address });
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('the start page', () => {
  const read = async (path: string, limits: Partial<ServerLimits> = {}) =>
    (await server.variant({ limits }).app.inject({ url: path })).body;

  it.each(LANGUAGES)('in %s is valid HTML, and explains every verdict with its icon', async (language) => {
    const html = await read(pagePath(language, ''));
    const report = await new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'void-style': 'off', 'no-inline-style': 'error', 'script-type': 'off', 'long-title': 'off' },
    }).validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message]))).toEqual(
      [],
    );
    for (const [status, { heading, text }] of Object.entries(STATUSES[language].provenance)) {
      expect(html).toContain(`data-verdict="${status}"><svg`);
      expect(html).toContain(`</svg>${heading}</span></dt><dd>${text}</dd>`);
    }
  });

  it.each(LANGUAGES)('in %s hands the limits of this installation to people and to its script', async (language) => {
    const html = await read(pagePath(language, ''), { anonymousFileBytes: 7 * 1024 * 1024, anonymousFiles: 3 });
    expect(html.match(/7\u00A0MB/g)?.length).toBeGreaterThanOrEqual(2);
    const data: unknown = JSON.parse(
      /<script type="application\/json" id="verify-data">([^<]*)</.exec(html)?.[1] ?? '',
    );
    expect(data).toMatchObject({
      language,
      limits: { fileBytes: 7 * 1024 * 1024, files: 3 },
      results: `${pagePath(language, 'results')}/`,
    });
  });

  it.each(LANGUAGES)('in %s tells in figures what the tables and settings of the program say', async (language) => {
    const fetched = '2026-11-20T23:30:00.000Z';
    const known = await server.services.trust.current();
    const list = { ...known.lists[0], name: 'c2pa' as const, fetched_at: fetched } as (typeof known.lists)[number];
    const trust = { current: () => Promise.resolve({ ...known, lists: [list] }), close: () => Promise.resolve() };
    const { app } = server.variant({ services: { trust } });
    const html = (await app.inject({ url: pagePath(language, '') })).body;
    const figures = [...html.matchAll(/class="home-figure-value">([^<]*)</g)].map(([, value]) => value);
    // The same table as everybody reads it.
    const table = (await app.inject({ url: `${pagePath(language, 'docs/limits')}.md` })).body;
    const rows = [...table.matchAll(/^\| [^|]+\| `(?:image|video|audio|application|text)\/[^`]+` *\|(.*)\|$/gm)].map(
      ([, cells = '']) => cells.split('|').map((cell) => cell.trim()),
    );
    const has = (cell = ''): boolean => cell === YES[language];
    const readable = rows.filter(([credential, metadata]) => has(credential) || has(metadata)).length;
    const signed = rows.filter(([, , isSigned]) => has(isSigned)).length;
    expect(signed).toBeGreaterThan(10);
    expect(figures.slice(0, 3)).toEqual([String(readable), String(signed), '1']);
    const hours = server.services.config.anonymousRetentionMs / 3_600_000;
    expect(figures[3]).toMatch(new RegExp(`^${hours} `));
    expect(html).toMatch(language === 'en' ? /copy of <time datetime="?[^>]*>Nov 20, 2026</ : />2026年11月20日</);
  });

  it('describes itself to search engines', async () => {
    const html = await read('/zh-cn');
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)</g)].map(
      ([, text]) => JSON.parse(text ?? '') as Record<string, unknown>,
    );
    expect(blocks.map((block) => [block['@type'], block['inLanguage']])).toEqual([
      ['WebSite', 'zh-CN'],
      ['WebApplication', 'zh-CN'],
      ['Organization', undefined],
    ]);
  });

  it('shows a command that fits the installation', async () => {
    expect(await read('/zh-cn')).toContain(
      `curl ${server.services.links.origin()}/api/analyze \\\n  -H 'Accept-Language: zh-CN'`,
    );
  });
});
