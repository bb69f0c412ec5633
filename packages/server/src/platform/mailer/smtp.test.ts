import { startSmtpServer, type SmtpServer, type SmtpServerSettings } from '@revera/testkit/servers';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmtpConfig } from '../../config/mail.ts';
import type { Mailer, OutgoingMail } from './mailer.ts';
import { readMessage } from './read-message.ts';
import { smtpMailer } from './smtp.ts';

const MAIL: OutgoingMail = {
  from: { name: 'Revera 内容来源', address: 'no-reply@revera.example' },
  to: 'someone@example.com',
  subject: '请确认你的邮箱地址：一个足够长的主题，以便在标题中折行并分成若干个编码字',
  text: 'Hello 你好\nhttps://revera.example/verify?token=abc=def&x=1\n.\nend',
  html: '<p>Hello 你好</p>',
  messageId: '<mail_1@revera.example>',
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

interface Change {
  server?: SmtpServerSettings;
  client?: Partial<SmtpConfig>;
  /** The server's own authority is trusted by default. */
  trusted?: readonly string[];
}

async function start(change: Change = {}): Promise<{ server: SmtpServer; mailer: Mailer }> {
  const server = await startSmtpServer(change.server);
  const base: SmtpConfig = { host: '127.0.0.1', port: server.port, security: 'none', auth: null, timeoutMs: 20_000 };
  const mailer = smtpMailer({ ...base, ...change.client }, change.trusted ?? [server.rootPem]);
  open.push(server, mailer);
  return { server, mailer };
}

const failure = (mailer: Mailer, mail: Partial<OutgoingMail> = {}) =>
  mailer.send({ ...MAIL, ...mail }).then(
    () => 'sent',
    (error: unknown) => error,
  );

describe('a mail by SMTP', () => {
  it('arrives whole, with its headers, in both forms', async () => {
    const { server, mailer } = await start();
    await mailer.send(MAIL);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: 'no-reply@revera.example',
      to: ['someone@example.com'],
      secure: false,
      user: null,
    });
    const { headers, text, html } = readMessage(mail?.source ?? Buffer.alloc(0));
    const { date, 'content-type': type, ...others } = Object.fromEntries(headers);
    expect(date).toMatch(/^\w{3}, \d{1,2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/);
    expect(type).toMatch(/^multipart\/alternative;/);
    expect(others).toEqual({
      from: 'Revera 内容来源 <no-reply@revera.example>',
      to: 'someone@example.com',
      subject: MAIL.subject,
      'message-id': '<mail_1@revera.example>',
      'mime-version': '1.0',
      'auto-submitted': 'auto-generated',
    });
    expect([text, html]).toEqual([MAIL.text, MAIL.html]);
    const [head = ''] = mail?.source.toString('latin1').split('\r\n\r\n') ?? [];
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    expect(head.split('\r\n').every((line) => line.length <= 78)).toBe(true);
  });

  it('goes over one connection with the next', async () => {
    const { server, mailer } = await start();
    for (const n of [1, 2, 3]) await mailer.send({ ...MAIL, messageId: `<mail_${n}@revera.example>` });
    expect([server.received.length, server.connections]).toEqual([3, 1]);
  });

  it.each(['starttls', 'tls'] as const)('is encrypted with %s, and the user is known', async (security) => {
    const account = { user: 'revera', password: 'p w' };
    const { server, mailer } = await start({ server: { security, account }, client: { security, auth: account } });
    await mailer.send(MAIL);
    expect(server.received).toMatchObject([{ secure: true, user: 'revera' }]);
  });

  it('is not encrypted where that is not asked for, also if it is offered', async () => {
    const { server, mailer } = await start({ server: { security: 'starttls' } });
    await mailer.send(MAIL);
    expect(server.received).toMatchObject([{ secure: false }]);
  });
});

describe('a mail that is not sent', () => {
  const temporary = { name: 'MailError', kind: 'temporary' };
  const permanent = { name: 'MailError', kind: 'permanent' };

  it('because STARTTLS is required and not offered: another time', async () => {
    const account = { user: 'revera', password: 'secret' };
    const { server, mailer } = await start({ server: { account }, client: { security: 'starttls', auth: account } });
    expect(await failure(mailer)).toMatchObject(temporary);
    expect(server.received).toEqual([]);
  });

  it.each(['starttls', 'tls'] as const)('because nobody we trust vouches for the server (%s)', async (security) => {
    const other = await startSmtpServer();
    open.push(other);
    const { server, mailer } = await start({ server: { security }, client: { security }, trusted: [other.rootPem] });
    expect(await failure(mailer)).toMatchObject(temporary);
    expect(server.received).toEqual([]);
  });

  it('because the password is wrong: the operator can mend that', async () => {
    const account = { user: 'revera', password: 'right' };
    const auth = { user: 'revera', password: 'wrong-password' };
    const { server, mailer } = await start({ server: { account }, client: { auth } });
    const error = await failure(mailer);
    expect(error).toMatchObject({ ...temporary, message: 'the mail server answered 535 to AUTH PLAIN' });
    expect(JSON.stringify([error, (error as Error).cause])).not.toContain('wrong-password');
    expect(server.received).toEqual([]);
  });

  it('because the server wants to know the sender: the operator can mend that', async () => {
    const { mailer } = await start({ server: { account: { user: 'u', password: 'p' } } });
    expect(await failure(mailer)).toMatchObject({ ...temporary, message: 'the mail server answered 530 to MAIL FROM' });
  });

  it.each([
    ['recipient', 550, permanent],
    ['recipient', 553, permanent],
    ['recipient', 450, temporary],
    ['recipient', 451, temporary],
    ['recipient', 530, temporary],
    ['data', 554, permanent],
    ['data', 452, temporary],
    ['sender', 550, temporary],
    ['sender', 451, temporary],
  ] as const)('because the %s is answered %i', async (at, status, expected) => {
    const { server, mailer } = await start();
    server.set({ kind: 'refuse', status, at });
    expect(await failure(mailer)).toMatchObject(expected);
    server.set({ kind: 'accept' });
    await mailer.send({ ...MAIL, messageId: '<mail_2@revera.example>' });
    expect(readMessage(server.received.at(-1)?.source ?? Buffer.alloc(0)).headers.get('message-id')).toBe(
      '<mail_2@revera.example>',
    );
  });

  it('because the connection breaks before the answer: once, and not by itself again', async () => {
    const { server, mailer } = await start();
    server.set({ kind: 'drop' });
    expect(await failure(mailer)).toMatchObject(temporary);
    expect(server.received).toHaveLength(1);
  });

  it('because the server falls silent', async () => {
    const { server, mailer } = await start({ client: { timeoutMs: 300 } });
    server.set({ kind: 'hang' });
    expect(await failure(mailer)).toMatchObject(temporary);
  });

  it('because nobody is there', async () => {
    const { server, mailer } = await start();
    await server.close();
    open.splice(0, 1);
    expect(await failure(mailer)).toMatchObject({ ...temporary, message: 'the mail server did not take the mail' });
  });

  it.each(['', 'nobody', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'N <a@b>', 'a@b>\r\nRCPT TO:<c@d'])(
    'because %j is nobody in particular',
    async (to) => {
      const { server, mailer } = await start();
      expect(await failure(mailer, { to })).toMatchObject(permanent);
      expect(server.connections).toBe(0);
    },
  );
});

describe('texts of people', () => {
  it('make no line of a header and no other recipient', async () => {
    const { server, mailer } = await start();
    await mailer.send({
      ...MAIL,
      from: { name: 'A\r\nBcc: x@evil.example', address: MAIL.from.address },
      subject: 'Hi\r\nBcc: evil@evil.example\r\n\r\n<b>body</b>',
      text: 'a\r\n.\r\nMAIL FROM:<x@y>\r\n',
    });
    const [mail] = server.received;
    expect([server.received.length, mail?.to]).toEqual([1, ['someone@example.com']]);
    const { headers, text } = readMessage(mail?.source ?? Buffer.alloc(0));
    expect([...headers.keys()]).not.toContain('bcc');
    expect(headers.get('subject')).toBe('Hi Bcc: evil@evil.example  <b>body</b>');
    expect(text).toBe('a\n.\nMAIL FROM:<x@y>');
  });
});
