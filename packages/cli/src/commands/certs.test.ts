import type { CertificateRequest, CertificateSummary, ExportRequest } from '@revera/server';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/fake-context.ts';

const CERTIFICATE: CertificateSummary = {
  purpose: 'signing',
  subject: 'CN=Development',
  issuer: 'CN=Development CA',
  serial_number: '01',
  fingerprint_sha256: 'ab',
  algorithm: 'ECDSA P-256',
  not_before: '2026-01-01T00:00:00Z',
  not_after: '2027-01-01T00:00:00Z',
  days_left: 214,
  development: true,
  source: 'data folder',
  problems: [],
};

async function done<Value>(value: Value): Promise<{ kind: 'done'; value: Value }> {
  return Promise.resolve({ kind: 'done', value });
}

describe('certs', () => {
  it.each(['show', 'renew', 'export', 'request'])('%s has help with an example', async (name) => {
    const { exit, stdout } = await runInProcess(['certs', name, '--help']);
    expect(exit).toBe(0);
    expect(stdout).toContain(`revera certs ${name}`);
    expect(stdout).toContain('--json');
  });
});

describe('certs show', () => {
  it('marks what is not for production, and tells the days left', async () => {
    const server = { showCertificates: async () => done([CERTIFICATE]) };
    const { stdout } = await runInProcess(['certs', 'show'], { server });
    expect(stdout).toContain('signing (development, not for production)\n  subject  CN=Development\n');
    expect(stdout).toContain('2027-01-01T00:00:00Z (214 days left)');
  });

  it('tells what is wrong with a production certificate, escaped', async () => {
    const problems = [{ code: 'expired', message: 'It ended\u001B[31m.' }];
    const bad = { ...CERTIFICATE, development: false, days_left: -1, problems };
    const server = { showCertificates: async () => done([bad]) };
    const { stdout } = await runInProcess(['certs', 'show'], { server });
    expect(stdout).toContain('(ended)');
    expect(stdout).toContain('  problem  It ended\\u{1b}[31m.');
  });
});

describe('certs renew', () => {
  it.each([true, false])('tells the new end, and who renews a production certificate (%s)', async (production) => {
    const value = { certificate: CERTIFICATE, production_configured: production };
    const server = { renewCertificate: async () => done(value) };
    const { exit, stdout } = await runInProcess(['certs', 'renew'], { server });
    expect(exit).toBe(0);
    expect(stdout).toContain('valid until 2027-01-01T00:00:00Z');
    expect(stdout.includes('renewed by its authority')).toBe(production);
    const json = await runInProcess(['certs', 'renew', '--json'], { server });
    expect(JSON.parse(json.stdout)).toEqual(value);
  });
});

describe('certs export', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

  it('prints the root, or writes the chain', async () => {
    const requests: ExportRequest[] = [];
    const exportCertificates = async (request: ExportRequest) => {
      requests.push(request);
      return done({ what: request.what, file: request.out, pem });
    };
    const printed = await runInProcess(['certs', 'export'], { server: { exportCertificates } });
    expect(printed.stdout).toBe(pem);
    const argv = ['certs', 'export', '--chain', '--out', 'chain.pem'];
    expect((await runInProcess(argv, { server: { exportCertificates } })).stdout).toBe('Wrote chain.pem\n');
    expect(requests).toEqual([
      { what: 'root', out: null },
      { what: 'chain', out: 'chain.pem' },
    ]);
    expect((await runInProcess(['certs', 'export', '--root', '--chain'])).exit).toBe(2);
  });
});

describe('certs request', () => {
  const NAME = ['--subject', 'CN=Example, O=Example Ltd, C=DE'];

  it('asks for a new key or an existing one', async () => {
    const requests: CertificateRequest[] = [];
    const requestCertificate = async (request: CertificateRequest) => {
      requests.push(request);
      const { key, out, subject } = request;
      const made = { request_file: out, key_file: key.file, key_made: key.kind === 'new' };
      return done({ subject, algorithm: request.algorithm ?? 'ES256', ...made });
    };
    const server = { requestCertificate };
    const argv = ['certs', 'request', ...NAME, '--key-out', 'key.pem', '--out', 'a.pem'];
    const made = await runInProcess(argv, { server });
    expect(made.stdout).toContain('(ES256): a.pem\nPrivate key, keep it safe and send it to nobody: key.pem\n');
    const existing = [
      'certs',
      'request',
      ...NAME,
      '--key',
      'old.pem',
      '--out',
      'b.pem',
      '--algorithm',
      'PS256',
      '--json',
    ];
    expect(JSON.parse((await runInProcess(existing, { server })).stdout)).toMatchObject({ key_made: false });
    expect(requests).toEqual([
      { subject: NAME[1], algorithm: null, key: { kind: 'new', file: 'key.pem' }, out: 'a.pem' },
      { subject: NAME[1], algorithm: 'PS256', key: { kind: 'existing', file: 'old.pem' }, out: 'b.pem' },
    ]);
  });

  it.each([
    ['--subject is missing', ['--key-out', 'k', '--out', 'o']],
    ['--key-out is missing', [...NAME, '--out', 'o']],
    ['--out is missing', [...NAME, '--key-out', 'k']],
    ['--key and --key-out exclude each other', [...NAME, '--key', 'k', '--key-out', 'k', '--out', 'o']],
    ['--algorithm takes ES256', [...NAME, '--key-out', 'k', '--out', 'o', '--algorithm', 'RS256']],
  ])('answers 2: %s', async (message, args) => {
    const { exit, stderr } = await runInProcess(['certs', 'request', ...args]);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});
