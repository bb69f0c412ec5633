import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInMailbox, listMailbox, mailboxMailer } from './mailbox.ts';
import type { OutgoingMail } from './mailer.ts';
import { readMessage } from './read-message.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'revera-mailbox-'));
  folder = join(parent, 'mailbox');
});
afterEach(() => rm(parent, { recursive: true }));

const mail = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: 'Revera', address: 'revera@localhost' },
  to: 'someone@example.com',
  subject: '确认 é',
  text: '你好 = "x"\n\nhttps://revera.example/?a=b&c=d',
  html: '<p>你好</p>',
  messageId: '<mail_1@localhost>',
  ...change,
});

describe('the mailbox', () => {
  it('keeps a mail as a file that reads back', async () => {
    await mailboxMailer(folder).send(mail());
    expect(await readdir(folder)).toEqual(['mail_1.eml']);
    const source = await readFile(join(folder, 'mail_1.eml'), 'latin1');
    expect(source).toContain('\r\nMessage-ID: <mail_1@localhost>\r\n');
    const entry = await findInMailbox(folder, 'mail_1');
    expect([entry?.message.text, entry?.message.html]).toEqual([mail().text, mail().html]);
    expect(entry?.message.headers.get('subject')).toBe('确认 é');
  });

  it('replaces a mail by its repetition', async () => {
    for (const text of ['one', 'two']) await mailboxMailer(folder).send(mail({ text }));
    expect((await listMailbox(folder, 10)).map(({ message }) => message.text)).toEqual(['two']);
  });

  it('has nothing before the first mail, and lists no other files', async () => {
    expect(await listMailbox(folder, 10)).toEqual([]);
    expect(await findInMailbox(folder, 'mail_1')).toBeUndefined();
    await mailboxMailer(folder).send(mail());
    await writeFile(join(folder, 'notes.txt'), 'x');
    expect((await listMailbox(folder, 10)).map(({ name }) => name)).toEqual(['mail_1']);
  });

  it.each(['<../x@h>', '<a/b@h>', 'none', '<@h>', '<.@h>'])(
    'writes no file for the Message-ID %s',
    async (messageId) => {
      await expect(mailboxMailer(folder).send(mail({ messageId }))).rejects.toThrow('Message-ID');
      expect(await readdir(parent)).toEqual([]);
    },
  );

  it('reads no file outside', async () => {
    await mailboxMailer(folder).send(mail());
    await writeFile(join(parent, 'x.eml'), 'Subject: x\r\n\r\n');
    for (const name of ['../x', '..', '/etc/passwd', 'a\u0000']) {
      expect(await findInMailbox(folder, name)).toBeUndefined();
    }
  });
});

describe('readMessage', () => {
  it.each([
    ['', '', ''],
    ['no headers at all', '', ''],
    ['Subject: x\r\n\r\nplain without a type', 'x', ''],
    ['Subject: =?UTF-8?B?5L2g?=\r\n =?UTF-8?Q?=E5=A5=BD_a?=\r\nContent-Type: text/plain\r\n\r\nb\r\n', '你好 a', 'b'],
    ['Subject: =?utf-8?q?broken', '=?utf-8?q?broken', ''],
    ['Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nno end', '', ''],
    [': x\r\nSubject: a\r\nSubject: b\r\n\r\n', 'a', ''],
  ])('answers something for %j', (source, subject, text) => {
    const message = readMessage(Buffer.from(source));
    expect([message.headers.get('subject') ?? '', message.text]).toEqual([subject, text]);
  });
});
