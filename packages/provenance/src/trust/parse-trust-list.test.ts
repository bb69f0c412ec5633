import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { describeWithShared } from '@revera/testkit';
import { TEST_CERTIFICATES } from '../testing/test-certificates.ts';
import { parseTrustList } from './parse-trust-list.ts';
import { TrustListError } from './trust-list-error.ts';
import type { TrustListErrorCode } from './trust-list-error.ts';
import type { TrustListName } from './trust-list.ts';

const { root, otherRoot } = TEST_CERTIFICATES;
const base64 = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const TRUSTED = 'http://c2pa.org/conformance/trust-list/trusted';

const service = (parts: Record<string, unknown> = {}) => ({
  ServiceInformation: {
    ServiceStatus: TRUSTED,
    ServiceDigitalIdentity: { X509Certificates: [{ val: base64(root) }] },
    ...parts,
  },
});
const document = (services: unknown[], scheme: Record<string, unknown> = {}) => ({
  LoTE: {
    ListAndSchemeInformation: {
      LoTEVersionIdentifier: 1,
      SchemeName: [{ lang: 'en', value: 'C2PA Trust List' }],
      ...scheme,
    },
    TrustedEntitiesList: [{ TrustedEntityInformation: {}, TrustedEntityServices: services }],
  },
});
const lote = (services: unknown[], scheme?: Record<string, unknown>) => JSON.stringify(document(services, scheme));
const identity = (...certificates: unknown[]) => ({ ServiceDigitalIdentity: { X509Certificates: certificates } });

function codeOf(text: string, name: TrustListName = 'c2pa'): TrustListErrorCode | null {
  try {
    parseTrustList(text, { name });
    return null;
  } catch (error) {
    if (error instanceof TrustListError) return error.code;
    throw error;
  }
}

describe('PEM bundle', () => {
  it('takes comments between, Windows line ends and a byte order mark, and each certificate once', () => {
    const text = `\uFEFF# Roots\n${root}\nSubject: Other - "quoted" -- dashed\n${otherRoot}${root}`.replaceAll(
      '\n',
      '\r\n',
    );
    const parsed = parseTrustList(text, { name: 'service' });
    expect(parsed.certificates).toEqual([root, otherRoot]);
    expect(parsed.rejected).toEqual([{ where: 'certificate 3', reason: 'duplicate' }]);
  });

  it.each<[string, string, TrustListErrorCode]>([
    ['nothing', '', 'UNKNOWN_FORMAT'],
    ['prose', 'no certificates here', 'UNKNOWN_FORMAT'],
    ['HTML of an error page', '<html><body>404</body></html>', 'UNKNOWN_FORMAT'],
    [
      'digests of allowed certificates',
      `# allowed\n${'A'.repeat(43)}=\n${'B'.repeat(43)}=\n`,
      'DIGEST_LIST_UNSUPPORTED',
    ],
    ['a block without end', `${root}${otherRoot.slice(0, 200)}`, 'MALFORMED_PEM'],
    ['a block inside a block', root.replace('\n', '\n-----BEGIN CERTIFICATE-----\n'), 'MALFORMED_PEM'],
    ['an end without a start', `${root}-----END CERTIFICATE-----\n`, 'MALFORMED_PEM'],
    ['Base64 with other characters', root.replace('MII', 'M*I'), 'MALFORMED_PEM'],
    ['an empty block', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n', 'MALFORMED_PEM'],
    ['a private key', `${root}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`, 'MALFORMED_PEM'],
    [
      'Base64 of something else',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      'MALFORMED_CERTIFICATE',
    ],
    [
      'a certificate too large',
      `-----BEGIN CERTIFICATE-----\n${'AAAA'.repeat(30_000)}\n-----END CERTIFICATE-----\n`,
      'MALFORMED_CERTIFICATE',
    ],
    ['too many bytes', ' '.repeat(LIMITS.trustListBytes + 1), 'TOO_LARGE'],
    [
      'too many certificates',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'.repeat(LIMITS.trustListCertificates + 1),
      'TOO_MANY_CERTIFICATES',
    ],
  ])('refuses %s', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });
});

describe('ETSI TS 119 602 list', () => {
  it('takes trusted services only, with the reason for each that is left out', () => {
    const text = lote([
      service(),
      service({
        ServiceStatus: 'http://c2pa.org/conformance/trust-list/untrusted',
        ...identity({ val: base64(otherRoot) }),
      }),
      service({ ServiceTypeIdentifier: 'http://example.org/other', ...identity({ val: base64(otherRoot) }) }),
      service({ ServiceDigitalIdentity: {} }),
      service(),
    ]);
    const { certificates, rejected } = parseTrustList(text, { name: 'c2pa' });
    expect(certificates).toEqual([root]);
    const at = (index: number) => `TrustedEntitiesList[0].TrustedEntityServices[${index}]`;
    expect(rejected).toEqual([
      { where: at(1), reason: 'not_trusted' },
      { where: at(2), reason: 'other_service_type' },
      { where: at(3), reason: 'no_certificate' },
      { where: `${at(4)}.X509Certificates[0]`, reason: 'duplicate' },
    ]);
  });

  const tsaScheme = { SchemeName: [{ lang: 'en', value: 'C2PA TSA Trust List' }] };

  it.each<[string, string, TrustListErrorCode | null, TrustListName?]>([
    ['time-stamp authorities as signers', lote([service()], tsaScheme), 'WRONG_LIST'],
    ['signers as time-stamp authorities', lote([service()]), 'WRONG_LIST', 'c2pa_tsa'],
    ['time-stamp authorities as such', lote([service()], tsaScheme), null, 'c2pa_tsa'],
    ['another version', lote([service()], { LoTEVersionIdentifier: 2 }), 'UNSUPPORTED_VERSION'],
    ['a version that is text', lote([service()], { LoTEVersionIdentifier: '1' }), 'UNSUPPORTED_VERSION'],
    ['broken JSON', '{"LoTE": ', 'MALFORMED_JSON'],
    ['JSON in JSON, very deep', `{"LoTE":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'MALFORMED_JSON'],
    ['another document', '{}', 'MALFORMED_JSON'],
    ['an array for an object', '{"LoTE": []}', 'MALFORMED_JSON'],
    ['no list', JSON.stringify({ LoTE: { ...document([]).LoTE, TrustedEntitiesList: null } }), 'MALFORMED_JSON'],
    ['a scheme name that is no list', lote([service()], { SchemeName: 'C2PA Trust List' }), 'MALFORMED_JSON'],
    [
      'services that are an object',
      JSON.stringify({ LoTE: { ...document([]).LoTE, TrustedEntitiesList: [{ TrustedEntityServices: {} }] } }),
      'MALFORMED_JSON',
    ],
    ['a service without information', lote([{}]), 'MALFORMED_JSON'],
    ['a status that is a number', lote([service({ ServiceStatus: 1 })]), 'MALFORMED_JSON'],
    ['no identity', lote([service({ ServiceDigitalIdentity: null })]), 'MALFORMED_JSON'],
    [
      'certificates that are an object',
      lote([service({ ServiceDigitalIdentity: { X509Certificates: {} } })]),
      'MALFORMED_JSON',
    ],
    ['a certificate that is text', lote([service(identity(base64(root)))]), 'MALFORMED_JSON'],
    ['a value that is not Base64', lote([service(identity({ val: root }))]), 'MALFORMED_JSON'],
    ['a value that is no certificate', lote([service(identity({ val: 'AAAA' }))]), 'MALFORMED_CERTIFICATE'],
    ['no services', lote([]), 'NO_CERTIFICATES'],
    ['nothing that is trusted', lote([service({ ServiceStatus: 'trusted' })]), 'NO_CERTIFICATES'],
  ])('%s', (_, text, code, name = 'c2pa') => {
    expect(codeOf(text, name)).toBe(code);
  });
});

it('damaged text: certificates or a TrustListError', () => {
  const texts = [`# Roots\n${root}${otherRoot}`, lote([service(), service()])];
  const edits = fc.array(fc.tuple(fc.nat(3000), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...texts), edits, (text, changes) => {
      const damaged = changes.reduce((now, [at, put]) => now.slice(0, at) + put + now.slice(at + 1), text);
      codeOf(damaged);
    }),
    { seed: 4, numRuns: 500 },
  );
});

describeWithShared('real lists', 'trust', (folder) => {
  const parse = (file: string, name: TrustListName) =>
    parseTrustList(readFileSync(join(folder, file), 'utf8'), { name });

  it.each<[string, TrustListName, number]>([
    ['C2PA-TRUST-LIST', 'c2pa', 30],
    ['C2PA-TSA-TRUST-LIST', 'c2pa_tsa', 22],
  ])('%s: the JSON and the PEM form have the same certificates', (file, name, count) => {
    const json = parse(`${file}.json`, name);
    expect(json.certificates).toHaveLength(count);
    expect(json.rejected).toEqual([]);
    expect(parse(`${file}.pem`, name).certificates.toSorted()).toEqual(json.certificates.toSorted());
  });

  it.each([
    ['legacy-anchors.pem', 27],
    ['legacy-allowed-end-entities.pem', 117],
    ['test/test_cert_root_bundle.pem', 8],
  ])('%s: each certificate is used or told as a duplicate', (file, count) => {
    const { certificates, rejected } = parse(file, 'legacy');
    expect(certificates.length + rejected.length).toBe(count);
    expect(rejected.every(({ reason }) => reason === 'duplicate')).toBe(true);
  });
});
