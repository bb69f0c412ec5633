import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { createTestApp } from '../../http/test-app.ts';
import { mailboxFolder } from '../../platform/mailer.ts';
import { until } from '../../platform/test-process.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { queueMail } from './queue-mail.ts';
import { mailboxRoutes } from './routes.ts';

let server: TestServer;
let app: App;
/** Newest first. */
let mails: string[];
const TOKEN = 'token-0123456789';

beforeAll(async () => {
  server = await openTestServer({ background: true, settings: { BASE_URL: 'http://127.0.0.1:8080' } });
  app = server.variant({}).app;
  const { database, secrets } = server.services;
  for (const organization of ['First', '<script>alert(1)</script>']) {
    const link = `http://127.0.0.1:8080/en/invitation?token=${TOKEN}&x=1`;
    const values = { link, organization, inviter: 'Zoë', role: 'viewer' };
    await database.db.transaction().execute(async (trx) => {
      await queueMail(trx, secrets, { template: 'invitation', to: 'a@example.com', language: 'en', values });
    });
    await until(async () => (await database.pool.query('select from mail where sent_at is null')).rowCount === 0);
  }
  const { rows } = await database.pool.query<{ id: string }>('select id from mail order by sent_at desc');
  mails = rows.map(({ id }) => id);
});
afterAll(() => server.close());

interface From {
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const get = (url: string, { remoteAddress = '127.0.0.1', headers }: From = {}) =>
  app.inject({ method: 'GET', url, remoteAddress, headers: { host: '127.0.0.1:8080', ...headers } });

/** From where nobody is shown anything. */
const ELSEWHERE: readonly (readonly [string, From])[] = [
  ['another machine', { remoteAddress: '192.168.1.2' }],
  ['another machine by IPv6', { remoteAddress: '2001:db8::1' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy on this machine (RFC 7239)', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a name that points here', { headers: { host: 'evil.example' } }],
  ['a name that begins like ours', { headers: { host: '127.0.0.1.evil.example:8080' } }],
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
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('200 in Chinese, and when there is no mail', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'revera-mailbox-'));
    const empty = await createTestApp(mailboxRoutes({ folder: join(folder, 'none') }));
    const language = { host: 'localhost', 'accept-language': 'zh-CN' };
    const { statusCode, body } = await empty.app.inject({ url: '/dev/mailbox', headers: language });
    expect([statusCode, body.includes('还没有邮件')]).toEqual([200, true]);
    await rm(folder, { recursive: true });
  });

  it.each(ELSEWHERE)('404 NOT_FOUND from %s', async (_where, from) => {
    const { statusCode, body } = await get('/dev/mailbox', from);
    expect([statusCode, JSON.parse(body)]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
  });
});

describe('GET /dev/mailbox/{mail}', () => {
  it('200 shows the text, with its link', async () => {
    const { statusCode, body, headers } = await get(`/dev/mailbox/${mails[1]}`);
    expect(statusCode).toBe(200);
    const address = `http://127.0.0.1:8080/en/invitation?token=${TOKEN}&amp;x=1`;
    expect(body).toContain(`<a href="${address}" rel="noreferrer">${address}</a>`);
    expect(body).toContain('Zoë invites you to join the organization “First” as viewer.');
    expect(body).toContain('<dd>a@example.com</dd>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get(`/dev/mailbox/${mails[0]}`)).body).not.toContain('<script');
  });

  it.each(ELSEWHERE)('404 NOT_FOUND from %s', async (_where, from) => {
    expect((await get(`/dev/mailbox/${mails[0]}`, from)).statusCode).toBe(404);
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

  it('does not exist in production or with a mail server', async () => {
    const { config } = server.services;
    expect(mailboxFolder({ ...config, environment: 'production' })).toBeNull();
    const smtp = { host: 'h', port: 25, security: 'none', auth: null, timeoutMs: 1 } as const;
    expect(mailboxFolder({ ...config, mail: { ...config.mail, smtp } })).toBeNull();
    const without = await createTestApp(mailboxRoutes({ folder: null }));
    for (const url of ['/dev/mailbox', `/dev/mailbox/${mails[0]}`]) {
      expect((await without.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
    }
  });
});
