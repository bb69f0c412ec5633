import { createHash } from 'node:crypto';
import type { VerificationResult } from '@revera/provenance';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireJobs } from '../../features/jobs/index.ts';
import { filePart, form } from '../../http/test-app.ts';
import { enqueueJob } from '../../platform/queue/insert.ts';
import { newId } from '../../shared/ids.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { signOne } from '../../testing/test-signing.ts';
import { pagePath } from '../kit/site-map.ts';
import { RESULT_WORDS } from './words.ts';
import { STATUSES } from '../../shared/statuses.ts';

let server: TestServer;
let mine: TestKey;
let member: TestAccount;
let stranger: TestAccount;
/** Of my organization, signed and with a picture; of nobody, unsigned. */
let jobs: { mine: string; anonymous: string };

beforeAll(async () => {
  const authority = await createAuthority();
  const thumbnail = { bytes: buildJpeg({ width: 64, height: 32 }), mediaType: 'image/jpeg' };
  const signed = Buffer.from(await signMedia(buildJpeg(), 'image/jpeg', { authority, thumbnail }));
  server = await openTestServer({ trustedRoots: [authority.rootPem], signing: true });
  mine = await server.createKey();
  member = await server.createAccount({ organizationId: mine.organizationId, role: 'viewer' });
  stranger = await server.createAccount();
  jobs = { mine: await verify(signed), anonymous: await analyze(Buffer.from(buildJpeg())) };
});
afterAll(() => server.close());

async function verify(bytes: Buffer): Promise<string> {
  const call = { key: mine.key, form: form([filePart(bytes, 'file', 'mine.jpg')]) };
  return ((await server.call('POST', '/v1/content/verify', call)).body as VerificationResult).id;
}

async function analyze(bytes: Buffer): Promise<string> {
  const { body } = await server.call('POST', '/api/analyze', { form: form([filePart(bytes, 'files', 'theirs.jpg')]) });
  return (body as { results: { result: VerificationResult }[] }).results[0]?.result.id ?? '';
}

interface Asked {
  language?: Language;
  account?: TestAccount;
  /** Behind the identifier. */
  rest?: string;
}

async function read(id: string, { language = 'en', account, rest = '' }: Asked = {}) {
  const { app } = server.variant({});
  const cookie = account === undefined ? {} : { cookie: account.session.cookie };
  const url = `${pagePath(language, `results/${encodeURIComponent(id)}`)}${rest}`;
  return app.inject({ url, headers: { accept: 'text/html', ...cookie } });
}

const ofMine = () => `?org=${mine.organizationId}`;

async function newJob(change: string): Promise<string> {
  const { db, pool } = server.services.database;
  const order = { kind: 'analysis', organizationId: null, input: {}, filename: 'a.jpg', retentionMs: 1_000 } as const;
  const { id } = await enqueueJob(db, order);
  await pool.query(`update job set ${change} where id = $1`, [id]);
  return id;
}

describe('a result of nobody in particular', () => {
  it.each(LANGUAGES)('is there in %s for whoever holds the address, and for nobody to keep', async (language) => {
    const answer = await read(jobs.anonymous, { language });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    });
    expect(answer.body).toContain(`<h1><bdi>${STATUSES[language].provenance.unknown.heading}</bdi></h1>`);
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>');
    expect(answer.body).toContain(RESULT_WORDS[language].data.public);
  });

  it('is there for whoever is signed in, whatever organization they name', async () => {
    const rests = ['', `?org=${stranger.organizationId}`, '?org=org_none', '?org=%00'];
    const answers = await Promise.all(rests.map((rest) => read(jobs.anonymous, { account: stranger, rest })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });
});

describe('a result of an organization', () => {
  it('is there for a member who names it, and its links name it too', async () => {
    const { statusCode, body } = await read(jobs.mine, { account: member, rest: ofMine() });
    expect(statusCode).toBe(200);
    expect(body).toContain(RESULT_WORDS.en.data.private);
    const links = [...body.matchAll(/(?:href|src)="([^"]*\/results\/[^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !link.includes(`org=${mine.organizationId}`))).toEqual([]);
    expect(links.length).toBeGreaterThan(4);
  });

  it('is there for its owner, who need not name their own', async () => {
    const own = await server.createKey({ organizationId: stranger.organizationId });
    const call = { key: own.key, form: form([filePart(Buffer.from(buildJpeg()), 'file', 'a.jpg')]) };
    const { id } = (await server.call('POST', '/v1/content/verify', call)).body as VerificationResult;
    expect((await read(id, { account: stranger })).statusCode).toBe(200);
  });

  const nobody = () => ({});
  it.each([
    ['nobody who is signed in', () => jobs.mine, nobody],
    ['nobody who is signed in, naming it', () => jobs.mine, () => ({ rest: ofMine() })],
    ['somebody of another organization', () => jobs.mine, () => ({ account: stranger })],
    ['somebody of another organization, naming it', () => jobs.mine, () => ({ account: stranger, rest: ofMine() })],
    ['its pictures', () => jobs.mine, () => ({ account: stranger, rest: `/thumbnails/0${ofMine()}` })],
    ['its reports', () => jobs.mine, () => ({ account: stranger, rest: `/report${ofMine()}&format=html` })],
    ['an identifier that nothing has', () => newId('job'), nobody],
    ['a text that is no identifier', () => '\u0000<script>', nobody],
  ] satisfies [string, () => string, () => Asked][])('is not there for %s', async (_case, id, asked) => {
    const [answer, unknown] = await Promise.all([read(id(), asked()), read(newId('job'))]);
    const withoutRequest = (body: string) => body.replaceAll(/req_\w+/g, '');
    expect([answer.statusCode, withoutRequest(answer.body)]).toEqual([404, withoutRequest(unknown.body)]);
  });

  it('shows its pictures', async () => {
    const { body } = await read(jobs.mine, { account: member, rest: ofMine() });
    const source = /<(?:img|image)[^>]*(?:src|href)="([^"]*thumbnails[^"]*)"/.exec(body)?.[1] ?? '';
    const { app } = server.variant({});
    const picture = await app.inject({ url: source, headers: { cookie: member.session.cookie } });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });
});

describe('the reports of a result', () => {
  it.each([
    ['json', 'application/json; charset=utf-8'],
    ['crjson', 'application/json; charset=utf-8'],
    ['html', 'text/html; charset=utf-8'],
    ['pdf', 'application/pdf'],
  ])('%s, to be saved', async (format, type) => {
    const answer = await read(jobs.mine, { account: member, rest: `/report${ofMine()}&format=${format}` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.headers['content-disposition']).toContain(`attachment; filename="${jobs.mine}.`);
  });

  it('html under a policy that allows its own stylesheet alone, in the language of the page', async () => {
    const { body, headers } = await read(jobs.anonymous, { language: 'zh-CN', rest: '/report?format=html' });
    const css = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(css).digest('base64');
    expect(css).toContain('.result');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(body).toContain('<html lang="zh-CN">');
  });

  it('the same html from the interface for programs', async () => {
    const call = { params: { jid: jobs.anonymous }, query: '?format=html&lang=zh-CN' };
    const { headers, body } = await server.call('GET', '/v1/jobs/{jid}/report', call);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).toBe((await read(jobs.anonymous, { language: 'zh-CN', rest: '/report?format=html' })).body);
  });

  it('none in a form that there is not, nor crjson where there are no manifests', async () => {
    const rests = ['/report?format=xml', '/report', '/report?format=crjson', '/thumbnails/0', '/thumbnails/1e9'];
    const answers = await Promise.all(rests.map((rest) => read(jobs.anonymous, { rest })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe.each(LANGUAGES)('a job without a result in %s', (language) => {
  const words = RESULT_WORDS[language].state;

  it.each(['queued', 'processing'] as const)('%s: the page asks for itself again', async (status) => {
    const lease =
      status === 'processing' ? `, progress = 0.42, lease_owner = 'test', lease_until = now() + interval '1 hour'` : '';
    const { statusCode, headers, body } = await read(await newJob(`status = '${status}'${lease}`), { language });
    expect([statusCode, headers['refresh']]).toEqual([200, '5']);
    expect(body).toContain(`<h1>${words[status].title}</h1>`);
    expect(body).toMatch(/role="status"/);
    if (status === 'processing') expect(body).toContain('<progress value="42" max="100"');
  });

  it('failed: why, and what to do', async () => {
    const change = `status = 'failed', error_code = 'MEDIA_PARSE_FAILED', error_message = 'x', finished_at = now()`;
    const { statusCode, headers, body } = await read(await newJob(change), { language });
    expect([statusCode, headers['refresh']]).toEqual([200, undefined]);
    expect(body).toContain(words.failed.title);
    expect(body).toContain('MEDIA_PARSE_FAILED');
    expect(body).toContain(RESULT_WORDS[language].advice.MEDIA_PARSE_FAILED);
  });

  it('expired: said, with the way to a new one', async () => {
    const over = `finished_at = now(), expires_at = now() - interval '1 hour'`;
    const id = await newJob(`status = 'failed', error_code = 'INTERNAL_ERROR', ${over}`);
    await expireJobs(server.services.database.db);
    const { statusCode, body } = await read(id, { language });
    expect(statusCode).toBe(410);
    expect(body).toContain(`<h1>${words.expired.title}</h1>`);
    expect(body).toContain(`href="${pagePath(language, '')}"`);
  });
});

it('shows the credential of a signing job, and that it is a try-out', async () => {
  const signed = await signOne(server.call, { key: mine.key, file: mediaKinds.png.build() });
  const { body } = await read(signed.id, { account: member, rest: ofMine() });
  expect(body).toContain(`/v/${signed.credential_id}"`);
  expect(body).toContain(RESULT_WORDS.en.signing.text);
  expect(body).toContain('Good for testing, proof of nothing.');
  expect(body).toContain('chip chip-sandbox');
  expect(body).not.toContain(RESULT_WORDS.en.data.fileGone);
});
