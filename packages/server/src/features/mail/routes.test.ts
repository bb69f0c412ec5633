import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { createTestApp } from '../../http/test-app.ts';
import { systemClock } from '../../platform/clock.ts';
import { mailboxFolder } from '../../platform/mailer.ts';
import { sealedBox } from '../../platform/sealed-box.ts';
import { until } from '../../platform/test-process.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { queueMail } from './queue-mail.ts';
import { mailboxAddress, mailboxRoutes } from './routes.ts';

const ORIGIN = 'http://127.0.0.1:8080';
const TOKEN = 'token-0123456789';
let server: TestServer;
let app: App;
/** Newest first. */
let mails: string[];
let secret: string;
let cookie: string;

beforeAll(async () => {
  server = await openTestServer({ background: true, settings: { BASE_URL: ORIGIN } });
  app = server.variant({}).app;
  const { database, secrets, mailbox } = server.services;
  for (const organization of ['First', '<script>alert(1)</script>']) {
    const link = `${ORIGIN}/en/invitation?token=${TOKEN}&x=1`;
    const values = { link, organization, inviter: 'Zoë', role: 'viewer' };
    await database.db.transaction().execute(async (trx) => {
      await queueMail(trx, secrets, { template: 'invitation', to: 'a@example.com', language: 'en', values });
    });
    await until(async () => (await database.pool.query('select from mail where sent_at is null')).rowCount === 0);
  }
  const { rows } = await database.pool.query<{ id: string }>('select id from mail order by sent_at desc');
  mails = rows.map(({ id }) => id);
  secret = mailbox?.secret ?? '';
  cookie = await cookieOf(app);
});
afterAll(() => server.close());

interface From {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const get = (url: string, { remoteAddress = '127.0.0.1', headers }: From = {}) =>
  app.inject({ method: 'GET', url, remoteAddress, headers: { host: '127.0.0.1:8080', cookie, ...headers } });

/** As a browser keeps it after following the printed link. */
async function cookieOf(from: App): Promise<string> {
  const { headers } = await from.inject({
    url: `/dev/mailbox?secret=${secret}`,
    headers: { host: '127.0.0.1:8080' },
  });
  return z.string().parse(headers['set-cookie']).split(';', 1)[0] ?? '';
}

/** Callers who see nothing, with whatever cookie or secret. */
const ELSEWHERE: readonly (readonly [string, From])[] = [
  ['another machine', { remoteAddress: '192.168.1.2' }],
  ['another machine by IPv6', { remoteAddress: '2001:db8::1' }],
  ['a name that points here', { headers: { host: 'evil.example' } }],
  ['a name that begins like ours', { headers: { host: '127.0.0.1.evil.example:8080' } }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ...[
    'Forwarded',
    'Via',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Server',
    'X-Real-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Original-URL',
    'X-ProxyUser-IP',
    'True-Client-IP',
    'Client-IP',
    'CF-Connecting-IP',
    'CF-Ray',
    'CDN-Loop',
    'Fastly-Client-IP',
    'Fly-Client-IP',
    'X-Amzn-Trace-Id',
    'X-Envoy-External-Address',
    'X-Azure-ClientIP',
    'Tailscale-User-Login',
  ].map((name): readonly [string, From] => [`a proxy that adds ${name}`, { headers: { [name]: '127.0.0.1' } }]),
];

const HERE: readonly From[] = [
  {},
  { remoteAddress: '::1', headers: { host: '[::1]:8080' } },
  { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost:8080' } },
];

describe('GET /dev/mailbox', () => {
  it('200 lists what would have been sent, the newest first, with nothing of it as markup', async () => {
    for (const from of HERE) expect((await get('/dev/mailbox', from)).statusCode).toBe(200);
    const { body, headers } = await get('/dev/mailbox');
    expect([...body.matchAll(/href="\/dev\/mailbox\/(\w+)"/g)].map(([, id]) => id)).toEqual(mails);
    expect(body).toContain('Invitation to &lt;script&gt;alert(1)&lt;/script&gt;</a>');
    expect(body).not.toContain('<script');
    expect(body).not.toContain(TOKEN);
    expect(body).not.toContain(secret);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('200 in Chinese, and when there is no mail', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'revera-mailbox-'));
    const { secrets, clock } = server.services;
    const mailbox = { folder: join(folder, 'none'), secret };
    const empty = await createTestApp(mailboxRoutes({ mailbox, secrets, clock }));
    const language = { host: 'localhost', 'accept-language': 'zh-CN', cookie };
    const { statusCode, body } = await empty.app.inject({ url: '/dev/mailbox', headers: language });
    expect([statusCode, body.includes('还没有邮件')]).toEqual([200, true]);
    await rm(folder, { recursive: true });
  });

  it('303 for the printed link: a cookie that scripts cannot read, and the page without the secret', async () => {
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const { mailbox } = server.services;
    const link = mailbox === null ? '' : mailboxAddress(ORIGIN, mailbox);
    const { statusCode, headers } = await get(link.slice(ORIGIN.length), { headers: { cookie: '' } });
    expect([statusCode, headers['location'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      303,
      '/dev/mailbox',
      'no-store',
      'no-referrer',
    ]);
    expect(headers['set-cookie']).toMatch(
      /^revera_mailbox=[\w-]{100,}; HttpOnly; Path=\/dev\/mailbox; SameSite=Lax; Max-Age=43200$/,
    );
    expect(headers['set-cookie']).not.toContain(secret);
  });

  it('200 for the cookie after a restart, whose printed link is another one', async () => {
    const { secrets, clock } = server.services;
    const mailbox = { folder: mailboxFolder(server.services.config) ?? '', secret: '0'.repeat(64) };
    const restarted = await createTestApp(mailboxRoutes({ mailbox, secrets, clock }));
    const ask = async (url: string, headers: Record<string, string>) =>
      (await restarted.app.inject({ url, headers: { host: 'localhost', ...headers } })).statusCode;
    expect(await ask('/dev/mailbox', { cookie })).toBe(200);
    expect(await ask(`/dev/mailbox?secret=${secret}`, {})).toBe(404);
  });

  it.each(ELSEWHERE)('404 NOT_FOUND from %s', async (_where, from) => {
    for (const url of ['/dev/mailbox', `/dev/mailbox?secret=${secret}`]) {
      const { statusCode, body, headers } = await get(url, from);
      expect([statusCode, JSON.parse(body)]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('404 NOT_FOUND behind a proxy that adds nothing, as nginx does it: the secret is missing', async () => {
    expect((await get('/dev/mailbox', { headers: { cookie: '' } })).statusCode).toBe(404);
  });

  it('404 NOT_FOUND for a secret or a cookie that is not ours', async () => {
    const { secrets } = server.services;
    const sealed = async (value: unknown) =>
      `revera_mailbox=${(await secrets.seal(Buffer.from(JSON.stringify(value)))).toString('base64url')}`;
    const later = Date.now() + 60_000;
    const foreign = (await sealedBox(Buffer.alloc(32)).seal(Buffer.from('{}'))).toString('base64url');
    const cookies = [
      'revera_mailbox=',
      `revera_mailbox=${secret}`,
      `revera_mailbox=${foreign}`,
      `${cookie}x`,
      `${cookie}; ${cookie}`,
      await sealed({ purpose: 'sign_in', until: later }),
      await sealed({ purpose: 'mailbox', until: Date.now() - 1 }),
    ];
    for (const given of cookies) {
      expect([given, (await get('/dev/mailbox', { headers: { cookie: given } })).statusCode]).toEqual([given, 404]);
    }
    const none = { headers: { cookie: '' } };
    for (const query of [
      'secret=',
      'secret=x',
      `secret=${secret}0`,
      `secret=${secret}&secret=${secret}`,
      'secret[]=1',
    ]) {
      expect([query, (await get(`/dev/mailbox?${query}`, none)).statusCode]).toEqual([query, 404]);
    }
    expect(
      (await get('/dev/mailbox', { headers: { cookie: await sealed({ purpose: 'mailbox', until: later }) } }))
        .statusCode,
    ).toBe(200);
  });
});

describe('GET /dev/mailbox/{mail}', () => {
  it('200 shows the text, with its link', async () => {
    const { statusCode, body, headers } = await get(`/dev/mailbox/${mails[1]}`);
    expect(statusCode).toBe(200);
    const address = `${ORIGIN}/en/invitation?token=${TOKEN}&amp;x=1`;
    expect(body).toContain(`<a href="${address}" rel="noreferrer">${address}</a>`);
    expect(body).toContain('Zoë invites you to join the organization “First” as viewer.');
    expect(body).toContain('<dd>a@example.com</dd>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get(`/dev/mailbox/${mails[0]}`)).body).not.toContain('<script');
  });

  it.each(ELSEWHERE)('404 NOT_FOUND from %s', async (_where, from) => {
    expect((await get(`/dev/mailbox/${mails[0]}`, from)).statusCode).toBe(404);
  });

  it('404 NOT_FOUND without the cookie, also with the secret', async () => {
    for (const query of ['', `?secret=${secret}`]) {
      const { statusCode } = await get(`/dev/mailbox/${mails[0]}${query}`, { headers: { cookie: '' } });
      expect(statusCode).toBe(404);
    }
  });

  it.each(['mail_0000000000000000000000', '..', '..%2f..%2fsecret', '%2e%2e%2fx', 'x'.repeat(90), '.', 'a%00b'])(
    '404 NOT_FOUND for %s',
    async (name) => {
      expect((await get(`/dev/mailbox/${name}`)).statusCode).toBe(404);
    },
  );
});

describe('the development mailbox', () => {
  it('is a folder with a private file for each mail, as it would have been sent', async () => {
    const folder = mailboxFolder(server.services.config) ?? '';
    for (const name of mails) {
      const { mode, size } = await stat(join(folder, `${name}.eml`));
      expect([mode & 0o777, size > 500]).toEqual([0o600, true]);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('has no pages where there is none that is shown', async () => {
    expect(mailboxRoutes({ mailbox: null, secrets: server.services.secrets, clock: systemClock })).toEqual([]);
    const without = server.variant({ services: { mailbox: null } });
    for (const url of ['/dev/mailbox', `/dev/mailbox/${mails[0]}`, `/dev/mailbox?secret=${secret}`]) {
      const { statusCode } = await without.app.inject({ url, headers: { host: 'localhost', cookie } });
      expect([url, statusCode]).toEqual([url, 404]);
    }
  });
});
