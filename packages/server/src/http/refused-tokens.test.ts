import { changeCharacter } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '../shared/api-key-format.ts';
import { createLog } from '../platform/log.ts';
import { ADMIN_TOKEN, createTestApp, type TestApp } from './test-app.ts';
import { testRoutes } from './test-routes.ts';

/** Two refusals at once, and one more every half minute. */
const limits = { refusedTokensPerMinute: 2 };
const SECONDS_BETWEEN = 30;

function start(options: Parameters<typeof createTestApp>[1] = {}): Promise<TestApp> {
  return createTestApp(testRoutes, { limits, ...options });
}

async function ask({ app }: TestApp, token: string, { url = '/key', from = '192.0.2.1' } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, headers: given, json } = await app.inject({ url, headers, remoteAddress: from });
  return { status: statusCode, headers: given, code: json<{ error?: { code: string } }>().error?.code };
}

describe('refused bearer tokens', () => {
  it('429 RATE_LIMITED for an address that showed too many, before anything is looked up', async () => {
    const test = await start();
    const tokens = [newApiKey('live').key, newApiKey('test').key, newApiKey('live').key];
    const seen = [];
    for (const token of tokens) seen.push((await ask(test, token)).status);
    expect([seen, test.lookups()]).toEqual([[401, 401, 429], 2]);
    const { code, headers } = await ask(test, newApiKey('live').key);
    expect([code, headers['retry-after'], headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([
      'RATE_LIMITED',
      String(SECONDS_BETWEEN),
      '2',
      '0',
    ]);
    expect(test.lookups()).toBe(2);
  });

  it('401 INVALID_API_KEY again when the time has passed that 429 RATE_LIMITED names', async () => {
    let nowMs = 0;
    const test = await start({ now: () => nowMs });
    for (let count = 0; count < 3; count += 1) await ask(test, newApiKey('live').key);
    nowMs += SECONDS_BETWEEN * 1000 - 1;
    expect((await ask(test, newApiKey('live').key)).status).toBe(429);
    nowMs += 1;
    expect((await ask(test, newApiKey('live').key)).status).toBe(401);
    expect((await ask(test, newApiKey('live').key)).status).toBe(429);
  });

  it('429 RATE_LIMITED after keys with a wrong checksum and wrong administrator tokens as well', async () => {
    const broken = await start();
    const key = broken.addKey({});
    const wrong = changeCharacter(key, key.length - 1);
    const admin = await start();
    for (const status of [401, 401, 429]) {
      expect((await ask(broken, wrong)).status).toBe(status);
      expect((await ask(admin, 'guess', { url: '/admin' })).status).toBe(status);
    }
    expect((await ask(admin, ADMIN_TOKEN, { url: '/admin' })).status).toBe(429);
  });

  it('200 for a key that was good before, whoever else shows wrong ones from the same address', async () => {
    const test = await start();
    const [known, fresh] = [test.addKey({}), test.addKey({})];
    expect((await ask(test, known, { from: '203.0.113.5' })).status).toBe(200);
    for (const status of [401, 401, 429]) expect((await ask(test, newApiKey('live').key)).status).toBe(status);
    expect((await ask(test, known)).status).toBe(200);
    expect((await ask(test, fresh)).status).toBe(429);
    expect((await ask(test, fresh, { from: '192.0.2.2' })).status).toBe(200);
  });

  it('429 RATE_LIMITED after one more look for a key that was good and is revoked', async () => {
    const test = await start();
    const key = test.addKey({});
    expect((await ask(test, key)).status).toBe(200);
    for (const status of [401, 401, 429]) expect((await ask(test, newApiKey('live').key)).status).toBe(status);
    test.refuseKey(key, 'revoked');
    expect((await ask(test, key)).status).toBe(429);
    expect(test.lookups()).toBe(4);
    await ask(test, key);
    expect(test.lookups()).toBe(4);
  });

  it('200 and 401 AUTH_REQUIRED take nothing', async () => {
    const test = await start();
    const key = test.addKey({});
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(test, key)).status).toBe(200);
      expect((await test.app.inject({ url: '/key', remoteAddress: '192.0.2.1' })).statusCode).toBe(401);
    }
    expect((await ask(test, newApiKey('live').key)).status).toBe(401);
  });

  it('401 INVALID_API_KEY tells the service of keys that it knows and of administrator tokens, and the log of all', async () => {
    const lines: string[] = [];
    const test = await start({
      limits: { refusedTokensPerMinute: 10 },
      log: createLog({ level: 'info', write: (line) => void lines.push(line) }),
    });
    const [revoked, unknown] = [test.addKey({ keyId: 'key_9', organizationId: 'org_9' }), newApiKey('live').key];
    test.refuseKey(revoked, 'expired');
    for (const token of [revoked, unknown, 'nonsense']) await ask(test, token);
    await ask(test, 'guess', { url: '/admin' });
    expect(test.refusals).toEqual([
      { kind: 'known_key', keyId: 'key_9', organizationId: 'org_9', reason: 'expired' },
      { kind: 'admin_token' },
    ]);
    const logged = lines.filter((line) => line.includes('a bearer token was refused'));
    expect(logged.map((line) => /"refusal":"(\w+)"/.exec(line)?.[1])).toEqual([
      'known_key',
      'unknown_key',
      'malformed',
      'admin_token',
    ]);
    for (const secret of [revoked, unknown, 'nonsense', 'guess']) expect(lines.join('')).not.toContain(secret);
  });
});
