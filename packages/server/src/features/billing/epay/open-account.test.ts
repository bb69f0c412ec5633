import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../config.ts';
import { createLog, silentLog } from '../../../platform/log.ts';
import { accountRecord, openEpayGateway } from './index.ts';
import { openEpayAccount } from './open-account.ts';

const SAMPLE = '89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i';
const V1 = { EPAY_GATEWAY_URL: 'https://pay.example/epay/', EPAY_PID: '1001', EPAY_PROTOCOL: 'v1' };
const [merchant, platform, small] = [2048, 2048, 1024].map((modulusLength) =>
  generateKeyPairSync('rsa', { modulusLength }),
);
const privatePem = merchant?.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() ?? '';
const publicPem = platform?.publicKey.export({ format: 'pem', type: 'spki' }).toString() ?? '';
const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');
const V2 = { ...V1, EPAY_PROTOCOL: 'v2', EPAY_KEY: privatePem, EPAY_PLATFORM_KEY: publicPem };

const open = (settings: Record<string, string>, log = silentLog) => {
  const { epay } = readConfig(settings);
  if (epay === null) throw new Error('the settings make no gateway');
  return openEpayAccount(epay, log);
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-epay-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the keys of an account', () => {
  it('of V1 are texts', async () => {
    const settings = { ...V1, EPAY_KEY: 'sixteen-letters!', EPAY_PREVIOUS_KEY: 'the-key-before-this' };
    const account = await open({ ...settings, EPAY_PREVIOUS_KEY_UNTIL: '2026-12-01T00:00:00Z' });
    expect(account).toEqual({
      pid: '1001',
      gatewayUrl: 'https://pay.example/epay',
      keys: {
        protocol: 'v1',
        key: 'sixteen-letters!',
        previous: { key: 'the-key-before-this', verifyUntil: new Date('2026-12-01T00:00:00Z') },
      },
    });
  });

  it.each([
    ['as PEM', privatePem, publicPem],
    ['without armour', bare(privatePem), bare(publicPem)],
    ['with escaped line ends', privatePem.replaceAll('\n', '\\n'), publicPem.replaceAll('\n', '\\n')],
    [
      'in PKCS#1',
      merchant?.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString() ?? '',
      platform?.publicKey.export({ format: 'pem', type: 'pkcs1' }).toString() ?? '',
    ],
  ])('of V2 are read %s', async (_title, EPAY_KEY, EPAY_PLATFORM_KEY) => {
    const { keys } = await open({ ...V2, EPAY_KEY, EPAY_PLATFORM_KEY });
    if (keys.protocol !== 'v2') throw new Error('the settings say v2');
    expect(keys.privateKey.export({ format: 'pem', type: 'pkcs8' })).toBe(privatePem);
    expect(keys.platformKey.export({ format: 'pem', type: 'spki' })).toBe(publicPem);
  });

  it('are read from a file, and everybody who can read it is told of', async () => {
    const EPAY_KEY_FILE = join(folder, 'key');
    await writeFile(EPAY_KEY_FILE, 'the-key-in-the-file\n', { mode: 0o600 });
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => lines.push(line) });
    expect((await open({ ...V1, EPAY_KEY_FILE }, log)).keys).toMatchObject({ key: 'the-key-in-the-file' });
    expect(lines).toEqual([]);
    await chmod(EPAY_KEY_FILE, 0o644);
    await open({ ...V1, EPAY_KEY_FILE }, log);
    expect(lines.join('')).toMatch(/chmod 600/);
    expect(lines.join('')).not.toContain('the-key-in-the-file');
    await expect(open({ ...V1, EPAY_KEY_FILE: join(folder, 'none') })).rejects.toThrow(/EPAY_KEY_FILE/);
  });

  it.each([
    ['short', { ...V1, EPAY_KEY: 'fifteen-letters' }, /^EPAY_KEY must have at least 16 characters$/],
    ['of documentation', { ...V1, EPAY_KEY: SAMPLE }, /^EPAY_KEY is a key from documentation/],
    [
      'of documentation, and the previous one',
      {
        ...V1,
        EPAY_KEY: 'sixteen-letters!',
        EPAY_PREVIOUS_KEY: SAMPLE,
        EPAY_PREVIOUS_KEY_UNTIL: '2026-12-01T00:00:00Z',
      },
      /^EPAY_PREVIOUS_KEY is a key from documentation/,
    ],
    ['no key of RSA', { ...V2, EPAY_KEY: SAMPLE }, /^EPAY_KEY is no RSA key/],
    ['public where it is private', { ...V2, EPAY_KEY: publicPem }, /^EPAY_KEY is no RSA key/],
    [
      'small',
      { ...V2, EPAY_PLATFORM_KEY: small?.publicKey.export({ format: 'pem', type: 'spki' }).toString() ?? '' },
      /^EPAY_PLATFORM_KEY must have at least 2048 bits$/,
    ],
    [
      'ours in place of the gateway’s',
      { ...V2, EPAY_PLATFORM_KEY: merchant?.publicKey.export({ format: 'pem', type: 'spki' }).toString() ?? '' },
      /^EPAY_PLATFORM_KEY belongs to EPAY_KEY/,
    ],
  ])('F7 refuse to start when one is %s', async (_title, settings: Record<string, string>, message) => {
    await expect(open(settings)).rejects.toThrow(ConfigError);
    await expect(open(settings)).rejects.toThrow(message);
  });

  it('F7 refuse to start with an empty key', async () => {
    expect(() => readConfig({ ...V1, EPAY_KEY: '' })).toThrow(/^EPAY_KEY or EPAY_KEY_FILE is missing$/);
    const EPAY_KEY_FILE = join(folder, 'empty');
    await writeFile(EPAY_KEY_FILE, '\n', { mode: 0o600 });
    await expect(open({ ...V1, EPAY_KEY_FILE })).rejects.toThrow(ConfigError);
  });

  it('F83 are in no message of a refusal', async () => {
    const refused = await open({ ...V2, EPAY_KEY: `${bare(privatePem).slice(0, 400)}x` }).catch(
      (error: unknown) => error,
    );
    const lines: string[] = [];
    createLog({ level: 'error', write: (line) => lines.push(line) }).error({ err: refused }, 'refused');
    expect(lines.join('')).toContain('EPAY_KEY');
    expect(lines.join('')).not.toContain(bare(privatePem).slice(40, 80));
  });
});

describe('the account in the database', () => {
  it('is named without its secret', async () => {
    const tools = { clock: { now: () => new Date() }, log: silentLog };
    expect(await openEpayGateway(null, tools)).toBeNull();
    const gateway = await openEpayGateway(readConfig(V2).epay, tools);
    if (gateway === null) throw new Error('the settings make a gateway');
    expect(accountRecord(gateway)).toEqual({
      provider: 'epay',
      pid: '1001',
      protocol: 'v2_rsa',
      api_base: 'https://pay.example/epay',
      secret_ref: 'env:EPAY_KEY',
    });
  });

  it('is the same when its key moves into a file', async () => {
    const tools = { clock: { now: () => new Date() }, log: silentLog };
    const EPAY_KEY_FILE = join(folder, 'moved');
    await writeFile(EPAY_KEY_FILE, V2.EPAY_KEY, { mode: 0o600 });
    const inFile = { ...V2, EPAY_KEY: '', EPAY_KEY_FILE };
    const gateways = await Promise.all(
      [V2, inFile].map((settings) => openEpayGateway(readConfig(settings).epay, tools)),
    );
    const [first, second] = gateways.map((gateway) => gateway && accountRecord(gateway));
    expect(second).toEqual(first);
    expect(first?.pid).toBe('1001');
  });
});
