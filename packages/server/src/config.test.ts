import { existsSync, readFileSync } from 'node:fs';
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
    const production = { REVERA_ENV: 'production' };
    expect(problemsOf(production)).toEqual(['BASE_URL must be set, with https, in production']);
    expect(problemsOf({ ...production, BASE_URL: 'http://revera.example' })).toHaveLength(1);
    const good = { ...production, BASE_URL: 'https://revera.example/' };
    expect(readConfig(good).baseUrl).toBe('https://revera.example');
    expect(problemsOf({ ...good, TRUST_ALLOW_LOOPBACK_HTTP: 'true', ADMIN_TOKEN: 'short' })).toEqual([
      'TRUST_ALLOW_LOOPBACK_HTTP is not allowed in production',
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
});
