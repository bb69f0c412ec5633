import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, EXPIRED_VALIDITY, type Authority } from '@revera/testkit/authorities';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProductionSigningConfig, SigningConfig } from '../../config/signing.ts';
import { fixedClock } from '../clock.ts';
import { renewDevelopmentCertificate } from '../development-authority.ts';
import { createLog, silentLog } from '../log.ts';
import { errorCode } from '../system-error.ts';
import { openSigners } from './open-signers.ts';
import { readChain } from './read-chain.ts';
import { isSignature } from './signature-form.ts';
import { makeOperatorKey, temporaryFolder, type OperatorKey } from './test-keys.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = '2026-06-01T00:00:00Z';
const BYTES = Uint8Array.of(1, 2, 3);

let authority: Authority;
let key: OperatorKey;

beforeAll(async () => {
  authority = await createAuthority();
  key = await makeOperatorKey('ES256', authority);
});

function configWith(production: ProductionSigningConfig | null): SigningConfig {
  const rest = { stapleOcsp: false, allowLoopbackHttp: false, timeStampUrls: [], timeStampTimeoutMs: 1000 };
  return { production, threads: 1, memoryBytes: 1, ...rest };
}

interface Files {
  chainPem?: string;
  keyPem?: string;
  mode?: number;
}

async function productionFiles({ chainPem = key.chainPem, keyPem = key.keyPem, mode = 0o600 }: Files = {}) {
  const folder = await temporaryFolder();
  const [certificatesFile, path] = [join(folder, 'chain.pem'), join(folder, 'key.pem')];
  await writeFile(certificatesFile, chainPem);
  await writeFile(path, keyPem);
  await chmod(path, mode);
  return { certificatesFile, algorithm: null, key: { kind: 'file', path, passphrase: '' } } as const;
}

async function open(production: ProductionSigningConfig | null, { clock = fixedClock(START), log = silentLog } = {}) {
  const dataDir = await temporaryFolder();
  return { dataDir, clock, signers: await openSigners(configWith(production), dataDir, clock, log) };
}

describe('openSigners', () => {
  it('signs live with the production key and tests with the development key', async () => {
    const { signers } = await open(await productionFiles());
    const live = await signers.forMode('live');
    expect(live).toMatchObject({ sandbox: false, identity: 'Some Organization', notAfter: new Date('2027-01-01Z') });
    expect(isSignature('ES256', key.publicKey, BYTES, await live.signer.sign(BYTES))).toBe(true);
    const test = await signers.forMode('test');
    expect(test).toMatchObject({ sandbox: true, identity: 'Revera Development (not for production)' });
    await signers.close();
  });

  it('signs everything as sandbox without a production key', async () => {
    const { signers } = await open(null);
    const live = await signers.forMode('live');
    expect(live.sandbox).toBe(true);
    expect(live.signer).toBe((await signers.forMode('test')).signer);
  });

  it('refuses certificates outside the profile, naming all that is wrong', async () => {
    const bad = await createAuthority({ validity: EXPIRED_VALIDITY, extendedKeyUsages: ['documentSigning'] });
    const production = await productionFiles({ chainPem: bad.leaf.pem + bad.intermediate.pem + bad.rootPem });
    const error = await open(production).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({ name: 'SignerError', code: 'CERTIFICATE_PROFILE' });
    const message = 'message' in error ? error.message : '';
    expect(message.split('\n')).toHaveLength(4);
    for (const part of ['ended at', '1.3.6.1.4.1.62558.2.1', 'leave it out']) expect(message).toContain(part);
  });

  it('refuses files that are absent, and a key of another certificate', async () => {
    const good = await productionFiles();
    const other = await makeOperatorKey('ES256', authority);
    const codeOf = async (production: ProductionSigningConfig) =>
      open(production).then(
        () => 'opened',
        (error: unknown) => errorCode(error),
      );
    const absent = `${good.certificatesFile}.absent`;
    expect(await codeOf({ ...good, certificatesFile: absent })).toBe('CERTIFICATE_UNREADABLE');
    expect(await codeOf({ ...good, key: { ...good.key, path: absent } })).toBe('KEY_UNREADABLE');
    expect(await codeOf(await productionFiles({ keyPem: other.keyPem }))).toBe('KEY_MISMATCH');
  });

  it('tries a signing command at the start', async () => {
    const { certificatesFile } = await productionFiles();
    const command: [string, ...string[]] = [process.execPath, '-e', 'process.exit(1)'];
    const production = {
      certificatesFile,
      algorithm: null,
      key: { kind: 'command', command, timeoutMs: 60_000 },
    } as const;
    await expect(open(production)).rejects.toMatchObject({ code: 'KEY_STORE_REFUSED' });
  });

  it('warns of a key that everybody can read and of an end that is near', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => void lines.push(line) });
    await open(await productionFiles(), { log });
    expect(lines).toEqual([]);
    await open(await productionFiles({ mode: 0o644 }), { log, clock: fixedClock('2026-12-15Z') });
    expect(lines.join('')).toMatch(/everybody on this machine[^]+ends soon/);
  });

  it('opens with a production certificate that has ended, and says so', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => void lines.push(line) });
    const { signers } = await open(await productionFiles(), { log, clock: fixedClock('2027-02-01Z') });
    expect(lines.join('')).toContain('has ended');
    await expect(signers.forMode('live')).rejects.toMatchObject({ code: 'CERTIFICATE_OUTSIDE_VALIDITY' });
  });

  it('refuses to sign live when the production certificate has ended', async () => {
    const { signers, clock } = await open(await productionFiles());
    clock.advance(215 * DAY_MS);
    await expect(signers.forMode('live')).rejects.toMatchObject({ code: 'CERTIFICATE_OUTSIDE_VALIDITY' });
    expect((await signers.forMode('test')).sandbox).toBe(true);
  });
});

describe('the development certificate', () => {
  it('renews itself when less than thirty days are left, once for all who ask', async () => {
    const { signers, clock } = await open(null);
    const first = await signers.forMode('test');
    clock.advance(336 * DAY_MS);
    expect((await signers.forMode('test')).signer).toBe(first.signer);
    clock.advance(1);
    const [one, two] = await Promise.all([signers.forMode('test'), signers.forMode('live')]);
    expect(one.signer).toBe(two.signer);
    expect(one.notAfter.getTime() - clock.now().getTime()).toBeGreaterThan(365 * DAY_MS);
    const leaf = readChain(
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(one.signer.chain[0] ?? []).toString('base64')}\n-----END CERTIFICATE-----`,
    ).leaf;
    expect(isSignature('ES256', leaf.publicKey, BYTES, await one.signer.sign(BYTES))).toBe(true);
  });

  it('is taken up when another process has renewed it', async () => {
    const { signers, clock, dataDir } = await open(null);
    const first = await signers.forMode('test');
    clock.advance(DAY_MS);
    await renewDevelopmentCertificate(dataDir, clock);
    expect((await signers.forMode('test')).notAfter).not.toEqual(first.notAfter);
  });

  it('signs to its end when it cannot be renewed, says so once, and then refuses', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => void lines.push(line) });
    const { signers, clock, dataDir } = await open(null, { log });
    const first = await signers.forMode('test');
    await rm(join(dataDir, 'certificates', 'development-intermediate-key.pem'));
    clock.advance(350 * DAY_MS);
    expect((await signers.forMode('test')).signer).toBe(first.signer);
    expect((await signers.forMode('test')).signer).toBe(first.signer);
    expect(lines).toHaveLength(1);
    clock.advance(20 * DAY_MS);
    await expect(signers.forMode('test')).rejects.toMatchObject({ code: 'DEVELOPMENT_AUTHORITY' });
  });
});
