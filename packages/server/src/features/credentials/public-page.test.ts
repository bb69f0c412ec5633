import { buildPng } from '@revera/testkit/media';
import { hostileTexts } from '@revera/testkit/sign';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_HEADERS } from '../../http/page-headers.ts';
import { fixedClock } from '../../platform/clock.ts';
import { newId } from '../../shared/ids.ts';
import { visibleText } from '../../site/kit/visible-text.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';

const PAGE = '/v/{cid}';
const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let server: TestServer;
let mine: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey({ scopes: ['content:sign', 'credentials:read', 'credentials:revoke'] });
});
afterAll(() => server.close());

const see = (cid: string, call: Call = {}): Promise<Answer> => server.call('GET', PAGE, { params: { cid }, ...call });
const page = async (cid: string, language = 'en') =>
  (await see(cid, { headers: { ...HTML, 'accept-language': language } })).body as string;
const change = (cid: string, verb: string, reason: string) =>
  server.call('POST', `/v1/content/credentials/{cid}/${verb}`, { key: mine.key, params: { cid }, json: { reason } });

describe('GET /v/{cid}', () => {
  it('200 these members and no other, to anyone', async () => {
    const fields = {
      content_type: 'ai_edited',
      generator_name: 'Painter',
      generator_version: '3.1',
      model: 'brush-7',
      organization: 'Verlag',
    };
    const signed = await signOne(server.call, { key: mine.key, fields });
    const { credential_id, verify_url, sha256 } = signed;
    const { status, headers, body } = await see(credential_id);
    expect([status, headers['content-type'], headers['cache-control'], headers['vary']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
      'Accept, Accept-Language, User-Agent',
    ]);
    expect(body).toEqual({
      credential_id,
      status: 'active',
      declared_organization: 'Verlag',
      service_identity: 'Revera Development (not for production)',
      c2pa_trust_status: 'service_trusted',
      verify_url,
      content_type: 'ai_edited',
      generator: 'Painter 3.1',
      model: 'brush-7',
      media_type: 'image/png',
      sha256,
      signed_at: expect.stringMatching(TIME) as string,
      timestamp: null,
      suspended_at: null,
      revoked_at: null,
      sandbox: true,
      aigc_label_present: false,
      public_download: false,
      asset_url: null,
    });
  });

  it('200 nothing private: not the organization, a key, a reason, a file name or a job', async () => {
    const { pool } = server.services.database;
    await pool.query('update organization set name = $1 where id = $2', ['Secret Holdings', mine.organizationId]);
    const file = buildPng();
    const { id, credential_id } = await signOne(server.call, { key: mine.key, file, filename: 'secret-name.png' });
    await change(credential_id, 'suspend', 'a secret reason');
    await change(credential_id, 'revoke', 'another secret reason');
    const { rows } = await pool.query<{ asset_key: string }>('select asset_key from credential where id = $1', [
      credential_id,
    ]);
    const secrets = ['Secret Holdings', mine.organizationId, mine.id, mine.key, 'secret', id, rows[0]?.asset_key ?? ''];
    const shown = [
      JSON.stringify((await see(credential_id)).body),
      await page(credential_id),
      await page(credential_id, 'zh'),
    ];
    for (const text of shown) for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it.each([
    ['a browser', HTML.accept, 'text/html'],
    ['who asks for a page alone', 'text/html', 'text/html'],
    ['who likes both the same', 'application/json, text/html', 'text/html'],
    ['who likes JSON better', 'text/html;q=0.5, application/json', 'application/json'],
    ['a program', '*/*', 'application/json'],
    ['who refuses pages', 'text/html;q=0', 'application/json'],
  ])('200 for %s', async (_who, accept, type) => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    const { status, headers } = await see(credential_id, { headers: { accept } });
    expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    expect(headers['vary']).toBe('Accept, Accept-Language, User-Agent');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['WeChat', 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 MicroMessenger/8.0.47', '*/*', 'text/html'],
    ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', '*/*', 'text/html'],
    ['X', 'Twitterbot/1.0', undefined, 'text/html'],
    ['Facebook', 'facebookexternalhit/1.1', '*/*', 'text/html'],
    ['LINE', 'facebookexternalhit/1.1;line-poker/1.0', '*/*', 'text/html'],
    ['DingTalk', 'DingTalkBot-LinkService/1.0', '*/*', 'text/html'],
    ['Telegram, which asks for JSON', 'TelegramBot (like TwitterBot)', 'application/json', 'application/json'],
    ['curl', 'curl/8.9.1', '*/*', 'application/json'],
    ['PowerShell', 'Mozilla/5.0 (Windows NT 10.0) WindowsPowerShell/5.1', '*/*', 'application/json'],
    ['nobody', undefined, undefined, 'application/json'],
  ])('200 a link that %s unfolds', async (_who, agent, accept, type) => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    const headers = {
      ...(agent === undefined ? {} : { 'user-agent': agent }),
      ...(accept === undefined ? {} : { accept }),
    };
    expect((await see(credential_id, { headers })).headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('200 the page says how a link to it is shown, with a picture of ours', async () => {
    const signed = await signOne(server.call, { key: mine.key, filename: 'secret-name.png' });
    const text = await page(signed.credential_id, 'zh-CN');
    const tags = Object.fromEntries(
      [...text.matchAll(/<meta property="(og:[\w:]+)" content="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect(tags).toMatchObject({ 'og:url': signed.verify_url, 'og:locale': 'zh_CN', 'og:image:width': '1200' });
    expect(new URL(tags['og:image'] ?? '').pathname).toBe('/share/zh-cn/image/trial.png');
    expect(JSON.stringify(tags)).not.toContain('secret');
  });

  it('200 the page keeps to the policy of all pages, for whoever has the address and not for search engines', async () => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    const { headers, body } = await see(credential_id, { headers: HTML });
    const text = body as string;
    expect(headers).toMatchObject(PAGE_HEADERS);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<form|application\/ld\+json/i);
    const loaded = [...text.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(loaded.length).toBeGreaterThan(1);
    const own = new RegExp(`^/(assets/|favicon\\.ico$|site\\.webmanifest$|v/${credential_id}/badge\\.svg)`);
    for (const url of loaded) expect(url).toMatch(own);
  });

  it.each([
    ['en', 'Active', 'Signed by', 'Sandbox: a trial signature', 'Generated by AI'],
    ['zh-CN', '有效', '签署者', '沙箱：这是试签', '由 AI 生成'],
  ])('200 the page in %s, with all that the JSON says', async (language, state, signer, sandbox, declared) => {
    const fields = {
      generator_name: 'Painter',
      model: 'brush-7',
      organization: 'Verlag',
      content_type: 'ai_generated',
    };
    const { credential_id, sha256 } = await signOne(server.call, { key: mine.key, fields });
    const answer = await see(credential_id, { headers: { ...HTML, 'accept-language': language } });
    const text = answer.body as string;
    expect(answer.headers['content-language']).toBe(language);
    expect(text.startsWith('<!doctype html>')).toBe(true);
    expect(text).toContain(`<html lang="${language}">`);
    for (const part of [state, signer, sandbox, declared, credential_id, sha256, 'Painter', 'brush-7', 'Verlag']) {
      expect(text).toContain(part);
    }
    for (const command of ['sha256sum FILE', 'revera verify FILE', 'c2patool FILE', `/v/${credential_id}</code>`]) {
      expect(text).toContain(command);
    }
    expect(text).toContain('credential-active tone-neutral credential-trial');
  });

  it.each([
    ['zh-CN', 'en'],
    ['en', 'zh-CN'],
  ])('200 the page in the language of its address (%s) before that of the browser', async (lang, other) => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    const headers = { ...HTML, 'accept-language': other };
    const { body, headers: answered } = await see(credential_id, { query: `?lang=${lang}`, headers });
    expect(answered['content-language']).toBe(lang);
    expect(body).toContain(`href="/v/${credential_id}?lang=${other}"`);
  });

  it('200 the page shows a suspension and a revocation plainly', async () => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    await change(credential_id, 'suspend', '');
    const suspended = await page(credential_id);
    expect(suspended).toMatch(/credential-suspended tone-warning[^]*Suspended[^]*Suspended <time datetime="/);
    expect(suspended).toContain('Do not rely on this credential until it is active again.');
    await change(credential_id, 'revoke', '');
    const text = await page(credential_id);
    expect(text).toMatch(/<title>Revoked · /);
    expect(text).toMatch(/credential-revoked tone-bad[^]*Revoked[^]*revoked permanently[^]*Revoked <time datetime="/);
    expect(text).toContain('Do not rely on this credential any more.');
    expect(text).toContain('deleted the signed file because the credential was revoked');
    expect(text).not.toContain('Open in the dashboard');
    expect(await page(credential_id, 'zh-CN')).toMatch(/credential-revoked tone-bad[^]*已吊销/);
  });

  it('200 the page of one that has expired', async () => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    const clock = fixedClock(new Date(server.services.clock.now().getTime() + 400 * 24 * 3_600_000));
    const { call } = server.variant({ services: { clock } });
    const answer = await call('GET', PAGE, { params: { cid: credential_id }, headers: HTML });
    expect(answer.body).toMatch(/credential-expired tone-warning[^]*Expired[^]*Certificate expired <time datetime="/);
  });

  it('200 the page says whether the signed file is still kept', async () => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    expect(await page(credential_id)).toContain(`/en/dashboard/credentials/${credential_id}`);
    const { pool } = server.services.database;
    const { rows } = await pool.query<{ asset_key: string }>('select asset_key from credential where id = $1', [
      credential_id,
    ]);
    await server.services.blobs.delete(rows[0]?.asset_key ?? '');
    const text = await page(credential_id);
    expect(text).toContain('no longer keeps the signed file');
    expect(text).not.toContain('Open in the dashboard');
  });

  it('200 the page of a credential that is no sandbox one has no such note', async () => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    expect(await page(credential_id)).toContain('credential-sandbox');
    const { pool } = server.services.database;
    await pool.query('update credential set sandbox = false where id = $1', [credential_id]);
    expect(await page(credential_id)).not.toContain('credential-sandbox');
  });

  it.each(['en', 'zh-CN'])('200 the page is valid HTML in %s', async (language) => {
    const { credential_id } = await signOne(server.call, { key: mine.key });
    const checker = new HtmlValidate({ extends: ['html-validate:standard'] });
    const { results } = await checker.validateString(await page(credential_id, language));
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  });

  it.each(['script', 'template', 'sql', 'formula', 'invisible'] as const)(
    '200 the page shows hostile text (%s) as text',
    async (name) => {
      const text = hostileTexts[name];
      const fields = { generator_name: text, model: text, organization: text };
      const { credential_id } = await signOne(server.call, { key: mine.key, fields });
      const shown = await page(credential_id);
      const escaped = visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
      expect(shown.split(`<bdi>${escaped}</bdi>`)).toHaveLength(4);
      expect(shown).not.toMatch(/<script>|<img (?!src="\/v\/cred_\w{22}\/badge\.svg)|<\/title>[^]*<\/title>/);
      expect((await see(credential_id)).body).toMatchObject({ model: text });
    },
  );

  it('404 NOT_FOUND for what nobody has, as a page for a browser', async () => {
    for (const cid of [newId('credential'), newId('job'), '../../etc/passwd', 'a\u0000b', '<b>']) {
      const answer = await see(cid);
      expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
      const shown = await server.variant({}).app.inject({
        url: `/v/${encodeURIComponent(cid)}`,
        headers: { ...HTML, 'accept-language': 'zh-CN' },
      });
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(shown.body).toContain('没有这个页面');
      expect(shown.body).not.toContain('<b>');
    }
  });

  it('422 for a language that there is not', async () => {
    const answer = await see(newId('credential'), { query: '?lang=fr' });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['query', 'lang'] }] }]);
  });
});
