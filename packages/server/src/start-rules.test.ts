import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './platform/log.ts';
import { startServer } from './serve.ts';
import { checkStart } from './start-rules.ts';

const USER = 1000;
const PRODUCTION = {
  REVERA_ENV: 'production',
  BASE_URL: 'https://revera.example',
  SMTP_HOST: 'mail.example',
  SMTP_FROM: 'a@revera.example',
};

/** The lines that the check logs. */
function check(settings: Record<string, string>, uid: number | undefined = USER): string[] {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => lines.push(line) });
  checkStart(readConfig(settings), { uid, log });
  return lines;
}

describe('a start that others than this machine may reach', () => {
  it.each([
    { BASE_URL: 'https://revera.example' },
    { BASE_URL: 'http://192.168.1.2:8080' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: 'revera.example', REVERA_ENV: '' },
    { HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:8080' },
    { HOST: '0.0.0.0', SMTP_HOST: 'mail.example', SMTP_FROM: 'a@b.example' },
  ])('is refused as long as REVERA_ENV is not chosen: %o', (settings: Record<string, string>) => {
    expect(() => check(settings)).toThrow(ConfigError);
    expect(() => check(settings)).toThrow(/^[^\n]*REVERA_ENV=production[^\n]*REVERA_ENV=development[^\n]*$/);
  });

  it('goes on in development when that is said, and tells that mails reach nobody', () => {
    expect(check({ HOST: '0.0.0.0', REVERA_ENV: 'development' })).toEqual([expect.stringContaining('SMTP_HOST')]);
    const mail = { SMTP_HOST: 'mail.example', SMTP_FROM: 'a@b.example' };
    expect(check({ HOST: '0.0.0.0', REVERA_ENV: 'development', ...mail })).toEqual([]);
    expect(check(PRODUCTION)).toEqual([]);
  });

  it('needs nothing said on this machine alone', () => {
    for (const settings of [{}, { HOST: 'localhost' }, { BASE_URL: 'http://127.0.0.1:9000' }, { HOST: '::1' }]) {
      expect(check(settings)).toEqual([]);
    }
  });
});

describe('a start as root', () => {
  it('is refused in production, with one line', () => {
    expect(() => check(PRODUCTION, 0)).toThrow(ConfigError);
    expect(() => check(PRODUCTION, 0)).toThrow(/^[^\n]* root [^\n]*$/);
  });

  it('is a line in the log in development', () => {
    expect(check({}, 0)).toEqual([expect.stringMatching(/"level":"warn".*root/)]);
  });

  it('is none where there are no such numbers', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => lines.push(line) });
    checkStart(readConfig(PRODUCTION), { uid: undefined, log });
    expect(lines).toEqual([]);
  });
});

describe('startServer', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'revera-start-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  it('keeps these rules before it opens anything', async () => {
    const log = createLog({ level: 'silent', write: () => undefined });
    const start = (settings: Record<string, string>, uid: number) =>
      startServer(readConfig({ DATA_DIR: dataDir, ...settings }), 'all', { log, uid });
    await expect(start(PRODUCTION, 0)).rejects.toThrow(/ root /);
    await expect(start({ HOST: '0.0.0.0' }, USER)).rejects.toThrow(/REVERA_ENV/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
