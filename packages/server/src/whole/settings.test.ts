import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, PATIENCE_MS, type Installation } from './server-process.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({
    REVERA_ENV: 'production',
    TRUST_ALLOW_LOOPBACK_HTTP: 'false',
    SMTP_HOST: 'mail.example',
    SMTP_FROM: 'revera@mail.example',
  });
});
afterAll(() => installation.clear());

describe('serve with settings that do not fit', { timeout: PATIENCE_MS }, () => {
  it('refuses production without a public address, and starts nothing', async () => {
    expect(await installation.command('serve')).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'revera: BASE_URL must be set, with https, in production\n',
    });
  });

  it('refuses an address for others without a word on what it is for, and starts nothing', async () => {
    const open = await createInstallation({ HOST: '0.0.0.0' });
    const run = await open.command('serve');
    expect(run).toMatchObject({ exit: 2, stdout: '' });
    expect(run.stderr).toMatch(/^revera: [^\n]*REVERA_ENV=production, or REVERA_ENV=development[^\n]*\n$/);
    await open.clear();
  });

  it('names every setting that is wrong at once, as JSON when asked', async () => {
    const wrong = await createInstallation({ PORT: 'http', LIMIT_UPLOAD_MB: '0', LOG_LEVEL: 'loud' });
    const run = await wrong.command('serve', '--json');
    expect(run.exit).toBe(2);
    const { error } = JSON.parse(run.stdout) as { error: { code: string; message: string } };
    expect(error.code).toBe('CONFIGURATION');
    expect(error.message.split('\n').map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
      'LIMIT_UPLOAD_MB',
    ]);
    await wrong.clear();
  });
});
