import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAuthority } from '@revera/testkit/authorities';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../platform/clock.ts';
import { temporaryFolder } from '../platform/signer/test-keys.ts';
import { requestCertificate, type CertificateRequest } from './certificate-request.ts';
import { exportCertificates, renewCertificate, showCertificates } from './certificates.ts';
import type { CommandResult } from './command-result.ts';

const CLOCK = fixedClock('2026-06-01T00:00:00Z');
const OPENSSL = '/usr/bin/openssl';
const run = promisify(execFile);
const SUBJECT = 'CN=Example News, O=Example Ltd, C=DE';

function hasOpenssl(): boolean {
  const present = existsSync(OPENSSL);
  if (!present) console.info('openssl is absent: its checks of certificates and requests are skipped');
  return present;
}

function valueOf<Value>(result: CommandResult<Value>): Value {
  if (result.kind === 'refused') throw new Error(`refused: ${result.message}`);
  return result.value;
}

async function production(options: Parameters<typeof createAuthority>[0] = {}) {
  const dataDir = await temporaryFolder();
  const { leaf, intermediate } = await createAuthority(options);
  const [file, keyFile] = [join(dataDir, 'chain.pem'), join(dataDir, 'absent.pem')];
  await writeFile(file, leaf.pem + intermediate.pem);
  return { DATA_DIR: dataDir, SIGNING_CERTIFICATES_FILE: file, SIGNING_KEY_FILE: keyFile };
}

describe('certs show', () => {
  it('shows the development certificates with the days they have left', async () => {
    const environment = { DATA_DIR: await temporaryFolder() };
    const shown = valueOf(await showCertificates(environment, CLOCK));
    expect(shown.map(({ purpose, days_left: days, problems }) => ({ purpose, days, problems }))).toEqual([
      { purpose: 'signing', days: 366, problems: [] },
      { purpose: 'intermediate', days: 3650, problems: [] },
      { purpose: 'root', days: 3650, problems: [] },
    ]);
    expect(JSON.stringify(shown)).not.toContain('PRIVATE');
  });

  it('shows the production chain first, with what is wrong, and needs no key for it', async () => {
    const environment = await production({ extendedKeyUsages: ['emailProtection'] });
    const shown = valueOf(await showCertificates(environment, CLOCK));
    expect(shown.map(({ purpose, development }) => [purpose, development])).toEqual([
      ['signing', false],
      ['intermediate', false],
      ['signing', true],
      ['intermediate', true],
      ['root', true],
    ]);
    expect(shown[0]?.problems.map(({ code }) => code)).toEqual(['extended_key_usage']);
    expect(shown[0]?.source).toBe(environment.SIGNING_CERTIFICATES_FILE);
    const absent = { ...environment, SIGNING_CERTIFICATES_FILE: '/nonexistent.pem' };
    expect(await showCertificates(absent, CLOCK)).toMatchObject({ kind: 'refused', code: 'CERTIFICATE_UNREADABLE' });
    expect(await showCertificates({ PORT: 'x' }, CLOCK)).toMatchObject({ kind: 'refused', code: 'CONFIGURATION' });
  });
});

describe('certs renew', () => {
  it('renews the development certificate and leaves a production certificate alone', async () => {
    const environment = await production();
    expect(await renewCertificate(environment, CLOCK)).toMatchObject({ code: 'DEVELOPMENT_AUTHORITY' });
    const [, , before] = valueOf(await showCertificates(environment, CLOCK));
    const renewed = valueOf(await renewCertificate(environment, fixedClock('2026-08-01Z')));
    expect(renewed.production_configured).toBe(true);
    expect(renewed.certificate).toMatchObject({ purpose: 'signing', development: true, days_left: 366, problems: [] });
    expect(renewed.certificate.fingerprint_sha256).not.toBe(before?.fingerprint_sha256);
  });
});

describe('certs export', () => {
  it('answers certificates only, and replaces no file', async () => {
    const dataDir = await temporaryFolder();
    const [environment, out] = [{ DATA_DIR: dataDir }, join(dataDir, 'root.pem')];
    const chain = valueOf(await exportCertificates(environment, { what: 'chain', out: null }, CLOCK));
    expect(chain.pem.match(/BEGIN [A-Z ]+/g)).toEqual(['BEGIN CERTIFICATE', 'BEGIN CERTIFICATE']);
    const root = valueOf(await exportCertificates(environment, { what: 'root', out }, CLOCK));
    expect(await readFile(out, 'utf8')).toBe(root.pem);
    const again = await exportCertificates(environment, { what: 'root', out }, CLOCK);
    expect(again).toMatchObject({ kind: 'refused', code: 'FILE_EXISTS' });
    const nowhere = join(dataDir, 'no', 'folder.pem');
    expect(await exportCertificates(environment, { what: 'root', out: nowhere }, CLOCK)).toMatchObject({
      code: 'CANNOT_WRITE',
    });
  });

  it.skipIf(!hasOpenssl())('makes a chain that openssl verifies by the root, also after a renewal', async () => {
    const dataDir = await temporaryFolder();
    const environment = { DATA_DIR: dataDir };
    const write = async (what: 'root' | 'chain', name: string) =>
      valueOf(await exportCertificates(environment, { what, out: join(dataDir, name) }, CLOCK)).file ?? '';
    const [root, before] = [await write('root', 'root.pem'), await write('chain', 'before.pem')];
    valueOf(await renewCertificate(environment, CLOCK));
    const at = ['-attime', String(CLOCK.now().getTime() / 1000), '-x509_strict'];
    for (const chain of [before, await write('chain', 'after.pem')]) {
      const { stdout } = await run(OPENSSL, ['verify', ...at, '-CAfile', root, '-untrusted', chain, chain]);
      expect(stdout).toBe(`${chain}: OK\n`);
    }
  });
});

describe('certs request', () => {
  const request = async (
    change: Partial<CertificateRequest> = {},
  ): Promise<CertificateRequest & { keyFile: string }> => {
    const folder = await temporaryFolder();
    const keyFile = join(folder, 'key.pem');
    const base = { subject: SUBJECT, algorithm: null, key: { kind: 'new', file: keyFile } as const };
    return { ...base, out: join(folder, 'request.pem'), keyFile, ...change };
  };

  it.skipIf(!hasOpenssl()).each(['ES256', 'ES384', 'ES512', 'PS256', 'EdDSA'] as const)(
    'makes a key for %s and a request that openssl verifies',
    async (algorithm) => {
      const asked = await request({ algorithm });
      const made = valueOf(await requestCertificate({}, asked));
      expect(made).toEqual({
        subject: SUBJECT,
        algorithm,
        request_file: asked.out,
        key_file: asked.keyFile,
        key_made: true,
      });
      expect((await stat(asked.keyFile)).mode & 0o777).toBe(0o600);
      const { stdout, stderr } = await run(OPENSSL, ['req', '-in', asked.out, '-verify', '-noout', '-text']);
      expect(`${stdout}${stderr}`).toMatch(/self-signature verify OK/i);
      expect(stdout).toContain('Subject: CN = Example News, O = Example Ltd, C = DE');
      expect(stdout).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation/);
      expect(stdout).toContain('1.3.6.1.4.1.62558.2.1');
      expect(stdout).toContain('E-mail Protection');
      const { stdout: publicKey } = await run(OPENSSL, ['req', '-in', asked.out, '-pubkey', '-noout']);
      expect((await run(OPENSSL, ['pkey', '-in', asked.keyFile, '-pubout'])).stdout).toBe(publicKey);
    },
  );

  it('takes an existing key, also an encrypted one, and leaves it as it is', async () => {
    const first = await request();
    valueOf(await requestCertificate({}, first));
    const key = createPrivateKey(await readFile(first.keyFile));
    const encrypted = key
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' })
      .toString();
    await writeFile(first.keyFile, encrypted);
    const again = await request({ key: { kind: 'existing', file: first.keyFile } });
    expect(await requestCertificate({}, again)).toMatchObject({ code: 'KEY_UNREADABLE' });
    const made = valueOf(await requestCertificate({ SIGNING_KEY_PASSPHRASE: 'right' }, again));
    expect(made).toMatchObject({ algorithm: 'ES256', key_file: first.keyFile, key_made: false });
    expect(await readFile(first.keyFile, 'utf8')).toBe(encrypted);
    const wrong = await requestCertificate({ SIGNING_KEY_PASSPHRASE: 'right' }, { ...again, algorithm: 'PS256' });
    expect(wrong).toMatchObject({ code: 'KEY_MISMATCH', message: 'The key does not fit PS256; it is for ES256.' });
  });

  it('replaces no file, and leaves no request without its key', async () => {
    const asked = await request();
    await writeFile(asked.keyFile, 'mine');
    expect(await requestCertificate({}, asked)).toMatchObject({ kind: 'refused', code: 'FILE_EXISTS' });
    expect([await readFile(asked.keyFile, 'utf8'), existsSync(asked.out)]).toEqual(['mine', false]);
    const other = await request();
    await writeFile(other.out, 'mine');
    expect(await requestCertificate({}, other)).toMatchObject({ kind: 'refused', code: 'FILE_EXISTS' });
    expect([await readFile(other.out, 'utf8'), existsSync(other.keyFile)]).toEqual(['mine', false]);
    const same = await request();
    expect(await requestCertificate({}, { ...same, out: same.keyFile })).toMatchObject({ code: 'FILE_EXISTS' });
    expect(existsSync(same.keyFile)).toBe(false);
  });

  it.each([
    ['CN=Example News,O=Example Ltd', 'CN=Example News, O=Example Ltd'],
    ['CN = Example , C = DE', 'CN=Example, C=DE'],
    ['CN="Example, Inc."', String.raw`CN=Example\, Inc.`],
    [String.raw`CN=A\2C \C3\BC+2.5.4.5=7`, String.raw`CN=A\, ü+2.5.4.5=7`],
  ])('reads the subject %s', async (subject, read) => {
    expect(valueOf(await requestCertificate({}, await request({ subject }))).subject).toBe(read);
  });

  it.each([
    'Example',
    'CN',
    'X-Y=1',
    '=',
    'CN=',
    'XX=1',
    'CN=Example, Inc., C=DE',
    'CN=Example+',
    'CN="Example',
    'CN=#0c0161',
  ])('refuses the subject %s', async (subject) => {
    expect(await requestCertificate({}, await request({ subject }))).toMatchObject({ code: 'INVALID_SUBJECT' });
  });
});
