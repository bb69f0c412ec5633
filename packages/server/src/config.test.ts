import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';
import { renderEnvExample } from './env-example.ts';

describe('.env.example', () => {
  const file = new URL('../../../.env.example', import.meta.url);

  it('is the table of settings', () => {
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8') === renderEnvExample(), 'tsx tools/env-example.ts writes it').toBe(true);
  });

  it('sets the defaults: reading it changes nothing', () => {
    const lines = renderEnvExample().matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
    const given = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
    expect(Object.keys(given)).toEqual(Object.keys(SETTINGS));
    expect(readConfig(given)).toEqual(readConfig({}));
  });
});

describe('readConfig', () => {
  const problemsOf = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.message.split('\n');
    }
  };

  it('names every setting that does not fit', () => {
    const problems = problemsOf({ PORT: '80.5', LOG_LEVEL: 'loud', ANALYSIS_THREADS: '0', BASE_URL: 'ftp://x' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'BASE_URL',
      'LOG_LEVEL',
      'ANALYSIS_THREADS',
    ]);
  });

  it('takes an empty setting as the default where empty means nothing', () => {
    expect(readConfig({ PORT: '', DATA_DIR: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  it('in production refuses what is missing or ambiguous', () => {
    expect(problemsOf({ REVERA_ENV: 'production' })).toEqual([
      'BASE_URL must be set, with https, in production',
      'SMTP_HOST must be set in production',
    ]);
    const production = { REVERA_ENV: 'production', SMTP_HOST: 'mail.example', SMTP_FROM: 'a@revera.example' };
    expect(problemsOf(production)).toEqual(['BASE_URL must be set, with https, in production']);
    expect(problemsOf({ ...production, BASE_URL: 'http://revera.example' })).toHaveLength(1);
    const good = { ...production, BASE_URL: 'https://revera.example/' };
    expect(readConfig(good).baseUrl).toBe('https://revera.example');
    const open = { TRUST_ALLOW_LOOPBACK_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
    expect(problemsOf({ ...good, ...open, ADMIN_TOKEN: 'short' })).toEqual([
      'TRUST_ALLOW_LOOPBACK_HTTP is not allowed in production',
      'WEBHOOK_ALLOW_LOOPBACK_HTTP is not allowed in production',
      'ADMIN_TOKEN must have at least 32 characters',
    ]);
  });

  it('passes settings on as limits, in bytes and milliseconds', () => {
    const { limits, retentionMs } = readConfig({
      LIMIT_UPLOAD_MB: '2',
      LIMIT_ANALYSIS_SECONDS: '3',
      RETENTION_DAYS: '4',
    });
    expect([limits.uploadFileBytes, limits.analysisSynchronousMs, retentionMs]).toEqual([
      2_097_152, 3_000, 345_600_000,
    ]);
  });

  it('lets no connection go before the longest work of a waiting caller is over', () => {
    const { limits } = readConfig({});
    expect([limits.analysisAnonymousMs, limits.httpInactivityMs]).toEqual([10_000, 180_000]);
    const idle = (settings: Readonly<Record<string, string>>) => readConfig(settings).limits.httpInactivityMs;
    expect(idle({ LIMIT_ANALYSIS_SECONDS: '600' })).toBe(1_320_000);
    expect(idle({ LIMIT_SIGN_SECONDS: '61' })).toBe(181_000);
    expect(idle({ LIMIT_ANONYMOUS_SECONDS: '600' })).toBe(690_000);
    expect(idle({ LIMIT_ANALYSIS_SECONDS: '1', LIMIT_SIGN_SECONDS: '1' })).toBe(180_000);
  });

  it('signs with a file or a command, and needs the certificates of either', () => {
    const [SIGNING_CERTIFICATES_FILE, SIGNING_KEY_FILE] = ['chain.pem', 'key.pem'];
    const SIGNING_COMMAND = '["pkcs11-tool", "--sign"]';
    expect(problemsOf({ SIGNING_CERTIFICATES_FILE })).toEqual([
      'SIGNING_CERTIFICATES_FILE needs SIGNING_KEY_FILE or SIGNING_COMMAND',
    ]);
    expect(problemsOf({ SIGNING_KEY_FILE })).toEqual(['SIGNING_CERTIFICATES_FILE is missing']);
    expect(problemsOf({ SIGNING_COMMAND })).toEqual(['SIGNING_CERTIFICATES_FILE is missing']);
    expect(problemsOf({ SIGNING_CERTIFICATES_FILE, SIGNING_KEY_FILE, SIGNING_COMMAND })).toEqual([
      'SIGNING_KEY_FILE and SIGNING_COMMAND exclude each other',
    ]);
    expect(readConfig({}).signing).toMatchObject({ production: null, timeStampUrls: [] });
    expect(readConfig({ SIGNING_CERTIFICATES_FILE, SIGNING_KEY_FILE }).signing.production).toEqual({
      certificatesFile: resolve('chain.pem'),
      algorithm: null,
      key: { kind: 'file', path: resolve('key.pem'), passphrase: '' },
    });
    const given = {
      SIGNING_CERTIFICATES_FILE,
      SIGNING_COMMAND,
      SIGNING_COMMAND_SECONDS: '3',
      SIGNING_ALGORITHM: 'PS256',
    };
    expect(readConfig(given).signing.production).toEqual({
      certificatesFile: resolve('chain.pem'),
      algorithm: 'PS256',
      key: { kind: 'command', command: ['pkcs11-tool', '--sign'], timeoutMs: 3_000 },
    });
  });

  it.each(['pkcs11-tool --sign', '[]', '[""]', '["a", 1]', '{"a": "b"}', 'null', '"a"'])(
    'refuses the signing command %s',
    (SIGNING_COMMAND) => {
      expect(problemsOf({ SIGNING_CERTIFICATES_FILE: 'chain.pem', SIGNING_COMMAND })).toEqual([
        'SIGNING_COMMAND must be a JSON array of strings, the program first',
      ]);
    },
  );

  it('refuses an algorithm it does not know', () => {
    expect(problemsOf({ SIGNING_ALGORITHM: 'RS256' })).toHaveLength(1);
  });

  it('takes time-stamping authorities in their order', () => {
    const TSA_URLS = 'http://tsa.example/tsr, https://other.example,';
    expect(readConfig({ TSA_URLS, TSA_SECONDS: '7' }).signing).toMatchObject({
      timeStampUrls: ['http://tsa.example/tsr', 'https://other.example'],
      timeStampTimeoutMs: 7_000,
    });
    const wrong = [
      'ftp://tsa.example',
      'tsa.example',
      'https://',
      'http://a.example,nonsense',
      'https://me:pw@a.example',
    ];
    for (const url of wrong) {
      const problems = problemsOf({ TSA_URLS: url });
      expect([url, problems]).toEqual([
        url,
        ['TSA_URLS must be http or https addresses without a user name or password'],
      ]);
    }
  });

  it('stores signed files in the data folder unless told otherwise', () => {
    expect(readConfig({ DATA_DIR: '/srv/revera' }).storage).toEqual({ kind: 'local', directory: '/srv/revera/assets' });
    expect(readConfig({ STORAGE_DIR: '/mnt/assets' }).storage).toEqual({ kind: 'local', directory: '/mnt/assets' });
    expect(problemsOf({ STORAGE_KIND: 'ftp' })).toHaveLength(1);
    const s3 = { STORAGE_KIND: 's3', STORAGE_S3_BUCKET: 'assets' };
    expect(readConfig(s3).storage).toEqual({
      kind: 's3',
      endpoint: undefined,
      region: 'us-east-1',
      bucket: 'assets',
      prefix: '',
      pathStyle: true,
      credentials: undefined,
    });
    const keys = { STORAGE_S3_ACCESS_KEY_ID: 'id', STORAGE_S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ ...s3, ...keys }).storage).toMatchObject({
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
  });

  it('refuses a bucket without a name and half of its credentials, and only where a bucket is used', () => {
    const half = { STORAGE_S3_ACCESS_KEY_ID: 'id' };
    const together = 'STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY belong together';
    expect(problemsOf({ STORAGE_KIND: 's3', ...half })).toEqual(['STORAGE_S3_BUCKET is missing', together]);
    expect(problemsOf({ STORAGE_KIND: 's3', STORAGE_S3_BUCKET: 'b', STORAGE_S3_SECRET_ACCESS_KEY: 's' })).toEqual([
      together,
    ]);
    expect(problemsOf(half)).toEqual([]);
  });

  it('sends mails by the configured server, and to the development mailbox without one', () => {
    expect(readConfig({}).mail).toEqual({ smtp: null, from: { name: 'Revera', address: 'revera@localhost' } });
    const given = { SMTP_HOST: 'mail.example', SMTP_FROM: 'Revera 内容 <no-reply@revera.example>' };
    expect(readConfig(given).mail).toEqual({
      smtp: { host: 'mail.example', port: 587, security: 'starttls', auth: null, timeoutMs: 60_000 },
      from: { name: 'Revera 内容', address: 'no-reply@revera.example' },
    });
    const more = { SMTP_SECURITY: 'tls', SMTP_USER: 'u', SMTP_PASSWORD: ' p ', SMTP_TIMEOUT_SECONDS: '7' };
    expect(readConfig({ ...given, ...more }).mail.smtp).toEqual({
      host: 'mail.example',
      port: 465,
      security: 'tls',
      auth: { user: 'u', password: ' p ' },
      timeoutMs: 7_000,
    });
    expect(readConfig({ ...given, SMTP_SECURITY: 'none' }).mail.smtp?.port).toBe(25);
    expect(readConfig({ ...given, SMTP_PORT: '2525' }).mail.smtp?.port).toBe(2525);
  });

  it('refuses a mail server without a sender, half of its credentials, and what is no name of one', () => {
    const SMTP_HOST = 'mail.example';
    expect(problemsOf({ SMTP_HOST })).toEqual(['SMTP_FROM is missing']);
    expect(problemsOf({ SMTP_USER: 'u', SMTP_PASSWORD: 'p' })).toEqual(['SMTP_HOST is missing']);
    const together = 'SMTP_USER and SMTP_PASSWORD belong together';
    expect(problemsOf({ SMTP_HOST, SMTP_FROM: 'a@b', SMTP_USER: 'u' })).toEqual([together]);
    expect(problemsOf({ SMTP_HOST, SMTP_FROM: 'a@b', SMTP_PASSWORD: 'p' })).toEqual([together]);
    for (const host of ['smtp://mail.example', 'mail.example:587', 'mail example', '[::1]']) {
      const problems = problemsOf({ SMTP_HOST: host, SMTP_FROM: 'a@b' });
      expect([host, problems]).toEqual([host, [expect.stringMatching(/^SMTP_HOST: /)]]);
    }
    for (const host of ['localhost', '127.0.0.1', '::1', 'a.b-c.example']) {
      expect([host, problemsOf({ SMTP_HOST: host, SMTP_FROM: 'a@b' })]).toEqual([host, []]);
    }
    expect(problemsOf({ SMTP_HOST, SMTP_FROM: 'nobody' })).toEqual([expect.stringMatching(/^SMTP_FROM: /)]);
    expect(problemsOf({ SMTP_HOST, SMTP_FROM: 'a@b', SMTP_PORT: '0' })).toHaveLength(1);
  });

  it('in production sends mails in the clear to this machine only, and refuses a port of the other kind', () => {
    const production = { REVERA_ENV: 'production', BASE_URL: 'https://revera.example', SMTP_FROM: 'a@b' };
    const problems = (more: Record<string, string>) =>
      problemsOf({ ...production, SMTP_HOST: 'mail.example', ...more });
    expect(problems({})).toEqual([]);
    const clear = 'SMTP_SECURITY=none is only allowed for a server on this machine';
    expect(problems({ SMTP_SECURITY: 'none' })).toEqual([clear]);
    expect(problems({ SMTP_SECURITY: 'none', SMTP_HOST: '127.0.0.1.evil.example' })).toEqual([clear]);
    for (const SMTP_HOST of ['localhost', '127.0.0.1', '::1']) {
      expect(problems({ SMTP_SECURITY: 'none', SMTP_HOST })).toEqual([]);
    }
    expect(problems({ SMTP_PORT: '465' })).toEqual(['SMTP_PORT 465 is for SMTP_SECURITY=tls']);
    expect(problems({ SMTP_PORT: '587', SMTP_SECURITY: 'tls' })).toEqual([
      'SMTP_PORT 587 is for SMTP_SECURITY=starttls',
    ]);
    expect(problems({ SMTP_PORT: '2465', SMTP_SECURITY: 'tls' })).toEqual([]);
  });

  it('passes the limits of signing on', () => {
    const { limits, assetRetentionMs, signing } = readConfig({
      LIMIT_SIGN_MB: '2',
      LIMIT_SIGN_SECONDS: '3',
      RETENTION_ASSET_DAYS: '4',
      SIGNING_MEMORY_MB: '256',
    });
    expect([limits.signFileBytes, limits.signingMs, assetRetentionMs, signing.memoryBytes]).toEqual([
      2_097_152, 3_000, 345_600_000, 268_435_456,
    ]);
  });

  it('names the operator as far as it is set, and refuses what is no number of a filing or no address', () => {
    expect(readConfig({}).operator).toEqual({ name: null, contact: null, icp: null, psb: null, sourceUrl: null });
    const given = {
      OPERATOR_NAME: ' 示例科技有限公司 ',
      OPERATOR_CONTACT: 'mailto:hello@revera.example',
      OPERATOR_ICP: '京ICP备12345678号-1',
      OPERATOR_PSB: '京公网安备 11010502030143号',
      SOURCE_URL: 'https://git.example/revera',
    };
    expect(Object.values(readConfig(given).operator)).toEqual(Object.values(given).map((value) => value.trim()));
    expect(
      problemsOf({
        OPERATOR_NAME: 'two\nlines',
        OPERATOR_CONTACT: 'javascript:alert(1)',
        OPERATOR_ICP: 'ICP 12345678',
        OPERATOR_PSB: '京公网安备1101号',
        SOURCE_URL: 'javascript:alert(1)',
      }).map((problem) => problem.split(':')[0]),
    ).toEqual(['OPERATOR_NAME', 'OPERATOR_CONTACT', 'OPERATOR_ICP', 'OPERATOR_PSB', 'SOURCE_URL']);
  });
});
