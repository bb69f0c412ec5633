import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letAuthenticationAge, outcomeOf } from '../../testing/test-team.ts';
import { openTestServer, type Answer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { download, signOne } from '../../testing/test-signing.ts';

const RECORD = '/v1/content/credentials/{cid}';
const OPEN_FILE = '/v/{cid}/asset';
const HTML = { accept: 'text/html', 'accept-language': 'en' };

let server: TestServer;
let mine: TestKey;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey({ scopes: ['content:sign', 'credentials:read', 'credentials:revoke'] });
});
afterAll(() => server.close());

const newCredential = async () => (await signOne(server.call, { key: mine.key })).credential_id;
const allow = (cid: string, json: unknown = { public_download: true }, key = mine.key) =>
  server.call('PATCH', RECORD, { key, params: { cid }, json });
const change = (verb: string, cid: string) =>
  server.call('POST', `${RECORD}/${verb}`, { key: mine.key, params: { cid }, json: {} });
const openFile = (cid: string, headers: Record<string, string> = {}) =>
  server.call('GET', OPEN_FILE, { params: { cid }, headers });
const bytesOf = ({ body }: Answer) => body as Buffer;
const view = async (cid: string) => (await server.call('GET', '/v/{cid}', { params: { cid } })).body;
const page = async (cid: string) =>
  (await server.call('GET', '/v/{cid}', { params: { cid }, headers: HTML })).body as string;

async function actionsOf(cid: string): Promise<string[]> {
  const { rows } = await server.services.database.pool.query<{ action: string }>(
    `select action from audit_log where target_id = $1 and action like 'credential.download%' order by created_at, id`,
    [cid],
  );
  return rows.map(({ action }) => action);
}

describe('PATCH /v1/content/credentials/{cid}', () => {
  it('200 lets anyone have the same bytes as the organization, and takes that back', async () => {
    const cid = await newCredential();
    const bytes = await download(server.call, mine.key, cid);
    expect([outcomeOf(await openFile(cid)), await view(cid)]).toMatchObject([
      '404 NOT_FOUND',
      { public_download: false, asset_url: null },
    ]);
    const allowed = await allow(cid);
    expect([allowed.status, allowed.body]).toMatchObject([200, { public_download: true }]);
    expect(await view(cid)).toMatchObject({
      public_download: true,
      asset_url: expect.stringMatching(new RegExp(`/v/${cid}/asset$`)) as string,
    });
    const answer = await openFile(cid);
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'image/png',
      `attachment; filename="${cid}.png"`,
    ]);
    expect(bytesOf(answer).equals(bytes)).toBe(true);
    expect(await page(cid)).toContain(`href="/v/${cid}/asset"`);
    expect((await allow(cid, { public_download: false })).body).toMatchObject({ public_download: false });
    expect(outcomeOf(await openFile(cid))).toBe('404 NOT_FOUND');
    expect(await page(cid)).not.toContain(`/v/${cid}/asset`);
    expect(await actionsOf(cid)).toEqual(['credential.download_allowed', 'credential.download_forbidden']);
  });

  it('200 again changes nothing and is not logged', async () => {
    const cid = await newCredential();
    for (let turn = 0; turn < 2; turn += 1) expect((await allow(cid)).status).toBe(200);
    expect(await actionsOf(cid)).toEqual(['credential.download_allowed']);
  });

  it('404 NOT_FOUND for the credential of another organization, which stays as it is', async () => {
    const cid = await newCredential();
    const other = await server.createKey({ scopes: ['credentials:revoke'] });
    expect(outcomeOf(await allow(cid, { public_download: true }, other.key))).toBe('404 NOT_FOUND');
    expect(await view(cid)).toMatchObject({ public_download: false });
  });

  it('403 SCOPE_DENIED for a key that may only read, and for a session whose password was given long ago', async () => {
    const cid = await newCredential();
    const reader = await server.createKey({ organizationId: mine.organizationId, scopes: ['credentials:read'] });
    expect((await allow(cid, { public_download: true }, reader.key)).status).toBe(403);
    const member = await server.createAccount({ organizationId: mine.organizationId });
    await letAuthenticationAge(server, member);
    const asked = await server.call('PATCH', RECORD, {
      session: member.session,
      params: { cid },
      json: { public_download: true },
    });
    expect(outcomeOf(asked)).toBe('403 SCOPE_DENIED reauthentication_required');
    expect(await view(cid)).toMatchObject({ public_download: false });
  });

  it('409 CONFLICT once revoked', async () => {
    const cid = await newCredential();
    await change('revoke', cid);
    const answer = await allow(cid);
    expect([outcomeOf(answer), answer.body]).toMatchObject([
      '409 CONFLICT',
      { error: { details: { status: 'revoked' } } },
    ]);
  });

  it.each([[{}], [{ public_download: 'yes' }], [null]])('422 for %j', async (json) => {
    expect((await allow(await newCredential(), json)).status).toBe(422);
  });
});

describe('GET /v/{cid}/asset', () => {
  it('404 NOT_FOUND while suspended, and the file again once resumed', async () => {
    const cid = await newCredential();
    await allow(cid);
    await change('suspend', cid);
    expect([outcomeOf(await openFile(cid)), await view(cid)]).toMatchObject(['404 NOT_FOUND', { asset_url: null }]);
    await change('resume', cid);
    expect((await openFile(cid)).status).toBe(200);
  });

  it('410 NOT_FOUND once revoked', async () => {
    const cid = await newCredential();
    await allow(cid);
    await change('revoke', cid);
    expect([(await openFile(cid)).status, await view(cid)]).toMatchObject([410, { asset_url: null }]);
  });

  it('206 a part, 304 for a copy that is known, 416 beyond the end', async () => {
    const cid = await newCredential();
    await allow(cid);
    const whole = await openFile(cid);
    const part = await openFile(cid, { range: 'bytes=1-3' });
    expect([part.status, bytesOf(part)]).toEqual([206, bytesOf(whole).subarray(1, 4)]);
    expect((await openFile(cid, { 'if-none-match': String(whole.headers['etag']) })).status).toBe(304);
    expect((await openFile(cid, { range: `bytes=${bytesOf(whole).length}-` })).status).toBe(416);
  });

  it.each(['cred_0000000000000000000000', '../../etc/passwd', 'a\u0000b'])('404 NOT_FOUND for %j', async (cid) => {
    expect(outcomeOf(await openFile(cid))).toBe('404 NOT_FOUND');
  });
});

describe('GET /v/{cid}/preview', () => {
  it('200 shows the signed file to anyone while its organization allows the download, on the page as well', async () => {
    const { credential_id: cid } = await signOne(server.call, {
      key: mine.key,
      file: buildPng({ width: 64, height: 32 }),
    });
    await server.services.latePictures.settle();
    const preview = () => server.call('GET', '/v/{cid}/preview', { params: { cid } });
    expect([outcomeOf(await preview()), (await page(cid)).includes(`/v/${cid}/preview`)]).toEqual([
      '404 NOT_FOUND',
      false,
    ]);
    await allow(cid);
    const answer = await preview();
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-cache',
    ]);
    expect(bytesOf(answer).toString('latin1', 8, 12)).toBe('WEBP');
    expect(await page(cid)).toContain(`src="/v/${cid}/preview"`);
    await change('suspend', cid);
    expect([outcomeOf(await preview()), (await page(cid)).includes(`/v/${cid}/preview`)]).toEqual([
      '404 NOT_FOUND',
      false,
    ]);
  });
});

describe('GET /v/{cid}/badge.svg', () => {
  const badge = (cid: string, lang: string) =>
    server.call('GET', '/v/{cid}/badge.svg', { params: { cid }, query: `?lang=${lang}` });

  const drawn = async (cid: string, lang: string) => bytesOf(await badge(cid, lang)).toString();

  it('200 says the state in the language that is asked for, for pages of other sites, and of a trial that it is one', async () => {
    const cid = await newCredential();
    const { status, headers } = await badge(cid, 'en');
    expect([
      status,
      headers['content-type'],
      headers['cross-origin-resource-policy'],
      headers['cache-control'],
    ]).toEqual([200, 'image/svg+xml', 'cross-origin', 'no-cache']);
    expect(await drawn(cid, 'en')).toContain('<title>Sandbox credential · Active</title>');
    expect(await drawn(cid, 'en')).not.toContain('#0a6640');
    await change('suspend', cid);
    expect(await drawn(cid, 'en')).toContain('Sandbox credential · Suspended');
    await change('revoke', cid);
    expect(await drawn(cid, 'en')).toContain('Sandbox credential · Revoked');
    const real = await newCredential();
    await server.services.database.pool.query('update credential set sandbox = false where id = $1', [real]);
    expect(await drawn(real, 'zh-CN')).toContain('<title>内容凭证 · 有效</title>');
    expect(await drawn(real, 'en')).toContain('#0a6640');
  });

  it('404 NOT_FOUND for what nobody has, 422 for a language that there is not', async () => {
    const cid = await newCredential();
    expect([(await badge('cred_0000000000000000000000', 'en')).status, (await badge(cid, 'fr')).status]).toEqual([
      404, 422,
    ]);
  });
});
