import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { mailboxFolder, mailsOf, openMailbox } from './mailer.ts';

const DATA_DIR = '/srv/revera';
const SERVER = { SMTP_HOST: 'mail.example', SMTP_FROM: 'a@mail.example' };

describe('what becomes of mails', () => {
  it.each([
    [{}, 'shown'],
    [{ HOST: 'localhost' }, 'shown'],
    [{ HOST: '::1', BASE_URL: 'http://[::1]:8080' }, 'shown'],
    [{ BASE_URL: 'http://localhost:8080' }, 'shown'],
    [{ REVERA_ENV: 'development' }, 'shown'],
    [{ HOST: '0.0.0.0' }, 'kept'],
    [{ HOST: '::' }, 'kept'],
    [{ HOST: '192.168.1.2' }, 'kept'],
    [{ HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:8080' }, 'kept'],
    [{ BASE_URL: 'https://revera.example' }, 'kept'],
    [{ BASE_URL: 'http://127.0.0.1.evil.example' }, 'kept'],
    [SERVER, 'sent'],
    [{ ...SERVER, HOST: '0.0.0.0' }, 'sent'],
    [{ ...SERVER, REVERA_ENV: 'production', BASE_URL: 'https://revera.example' }, 'sent'],
  ])('with %o: %s', (settings: Record<string, string>, expected) => {
    const config = readConfig({ DATA_DIR, ...settings });
    expect(mailsOf(config)).toBe(expected);
    expect(mailboxFolder(config)).toBe(expected === 'sent' ? null : '/srv/revera/mailbox');
    expect(openMailbox(config) === null).toBe(expected !== 'shown');
  });

  it('gives the mailbox another secret at each start', () => {
    const secrets = [1, 2].map(() => openMailbox(readConfig({ DATA_DIR }))?.secret);
    expect(new Set(secrets).size).toBe(2);
  });
});
