import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { copyBytes } from '@revera/testkit';
import {
  authorityKeyIdentifier,
  basicConstraints,
  createAuthority,
  EXPIRED_VALIDITY,
  extendedKeyUsage,
  extension,
  FUTURE_VALIDITY,
  keyUsage,
  makeCertificate,
  subjectKeyIdentifier,
  type AuthorityOptions,
  type CertificateContent,
  type KeyedCertificate,
} from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { readMedia, signMedia } from '@revera/testkit/sign';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEST_CERTIFICATES } from '../../testing/test-certificates.ts';
import { checkSigningChain } from './certificate-profile.ts';
import { algorithmOfKey } from './key-rules.ts';
import type { ProfileProblemCode } from './profile-problem.ts';

const AT = new Date('2026-06-01T00:00:00Z');
const CONTEXT = { at: AT, algorithm: 'ES256' } as const;
const CLAIM = '1.3.6.1.4.1.62558.2.1';
const MAIL = '1.3.6.1.5.5.7.3.4';
const DOCUMENTS = '1.3.6.1.5.5.7.3.36';
const TIME_STAMPS = '1.3.6.1.5.5.7.3.8';
const OCSP = '1.3.6.1.5.5.7.3.9';
const ANY = '2.5.29.37.0';

const [CA, NOT_CA] = [basicConstraints(true), basicConstraints(false)];
const [SIGNS, ISSUES] = [keyUsage(0), keyUsage(5, 6)];
const PURPOSE = extendedKeyUsage([CLAIM, MAIL]);
const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { publicKey: ANY_KEY } = makeKeys();
const [AKI, SKI] = [authorityKeyIdentifier(ANY_KEY), subjectKeyIdentifier(ANY_KEY)];
/** An extension that no validator knows. */
const unknownExtension = (isCritical: boolean) =>
  extension('1.3.6.1.4.1.55555.1', Uint8Array.of(1, 1, 0xff), isCritical);
const LEAF = [NOT_CA, SIGNS, PURPOSE, AKI, SKI];
const AUTHORITY = [CA, ISSUES, AKI, SKI];

const codes = (chain: readonly Uint8Array[], context = CONTEXT) => checkSigningChain(chain, context).map((p) => p.code);

type Change = Partial<Omit<CertificateContent, 'issuer' | 'publicKey'> & Pick<KeyedCertificate, 'keys'>> & {
  issuer?: KeyedCertificate;
};

const make = (commonName: string, change: Change) =>
  makeCertificate({
    subject: `CN=${commonName}`,
    keys: makeKeys(),
    notBefore: new Date('2026-01-01Z'),
    notAfter: new Date('2036-01-01Z'),
    extensions: AUTHORITY,
    ...change,
  });

const root = make('Root', {});
const intermediate = make('Intermediate', { issuer: root });

function leafChain(change: Change = {}) {
  const leaf = make('Signer', { issuer: intermediate, extensions: LEAF, ...change });
  return { leaf, chain: [leaf.der, intermediate.der] };
}

/** What the C2PA engine says of a file that this leaf signed. */
async function engineFailures(leaf: KeyedCertificate): Promise<string[]> {
  const base = await createAuthority();
  const sign = async (bytes: Uint8Array) =>
    copyBytes(signBytes('sha256', bytes, { key: leaf.keys.privateKey, dsaEncoding: 'ieee-p1363' }));
  const chainDer = [leaf.der, intermediate.der];
  const authority = { ...base, chainDer, rootPem: root.pem, sign };
  const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
  return (await readMedia(signed, 'image/jpeg', root.pem)).failures;
}

describe('a chain in the profile', () => {
  it.each(['ES256', 'ES384', 'ES512', 'PS256'] as const)('has no problem with %s', async (algorithm) => {
    const { chainDer } = await createAuthority({ algorithm });
    expect(checkSigningChain(chainDer, { at: AT, algorithm })).toEqual([]);
  });

  it('has no problem with EdDSA, nor with an intermediate left out', async () => {
    const { chainDer } = await createAuthority({ algorithm: 'Ed25519', omitIntermediate: true });
    expect(checkSigningChain(chainDer, { at: AT, algorithm: 'EdDSA' })).toEqual([]);
  });

  it('is one that the engine takes too', async () => {
    const { leaf, chain } = leafChain();
    expect(checkSigningChain(chain, CONTEXT)).toEqual([]);
    expect(await engineFailures(leaf)).toEqual([]);
  });

  it('may lack the subject key identifier of the leaf (a SHOULD) and have unknown extensions that are not critical', async () => {
    const { chain } = leafChain({
      extensions: [NOT_CA, SIGNS, extendedKeyUsage([CLAIM, DOCUMENTS]), AKI, unknownExtension(false)],
    });
    expect(checkSigningChain(chain, CONTEXT)).toEqual([]);
  });
});

describe('a leaf outside the profile', () => {
  const without = (...left: Uint8Array[]) => LEAF.filter((extension) => !left.includes(extension));
  const withUsages = (...usages: string[]) => [...without(PURPOSE), extendedKeyUsage(usages)];
  const INVALID = ['signingCredential.invalid'];
  /** The last column: what the engine says; null where it does not judge. */
  const cases: [string, Change, ProfileProblemCode[], string[] | null][] = [
    ['without key usage', { extensions: without(SIGNS) }, ['key_usage'], INVALID],
    ['that may not sign', { extensions: [...without(SIGNS), keyUsage(1)] }, ['key_usage'], null],
    ['that may sign certificates', { extensions: [...without(SIGNS), keyUsage(0, 5)] }, ['key_usage'], null],
    ['without extended key usage', { extensions: without(PURPOSE) }, ['extended_key_usage'], INVALID],
    ['without claim signing', { extensions: withUsages(MAIL) }, ['extended_key_usage'], null],
    ['for claim signing only', { extensions: withUsages(CLAIM) }, ['extended_key_usage'], null],
    ['for anything', { extensions: withUsages(CLAIM, MAIL, ANY) }, ['extended_key_usage'], INVALID],
    ['for time stamps too', { extensions: withUsages(CLAIM, MAIL, TIME_STAMPS) }, ['extended_key_usage'], INVALID],
    ['for OCSP answers too', { extensions: withUsages(CLAIM, MAIL, OCSP) }, ['extended_key_usage'], INVALID],
    ['without authority key identifier', { extensions: without(AKI) }, ['key_identifier'], INVALID],
    [
      'with an unknown critical extension',
      { extensions: [...LEAF, unknownExtension(true)] },
      ['critical_extension'],
      INVALID,
    ],
    ['that is an authority', { extensions: [...without(NOT_CA), CA] }, ['is_authority'], INVALID],
    ['with an extension twice', { extensions: [...LEAF, keyUsage(0)] }, ['unreadable'], null],
    ['with unique identifiers', { uniqueIdentifiers: true }, ['unique_identifier'], INVALID],
    ['signed with SHA-1', { signedWith: 'ecdsaWithSha1' }, ['signature_algorithm'], null],
    ['that has ended', { notAfter: new Date('2026-05-31Z') }, ['expired'], null],
    ['that has not begun', { notBefore: new Date('2026-06-02Z') }, ['not_yet_valid'], null],
  ];

  it.each(cases)('%s', async (_, change, expected, engine) => {
    const { leaf, chain } = leafChain(change);
    expect(codes(chain)).toEqual(expected);
    if (engine !== null) expect(await engineFailures(leaf)).toEqual(expect.arrayContaining(engine));
  });

  it('of an older version', async () => {
    const { chain } = leafChain({ version: 1, extensions: [] });
    expect(codes(chain)).toEqual(['version', 'key_identifier', 'key_usage', 'extended_key_usage']);
  });

  const engineCases: [string, AuthorityOptions, ProfileProblemCode[]][] = [
    ['expired', { validity: EXPIRED_VALIDITY }, ['expired']],
    ['not yet valid', { validity: FUTURE_VALIDITY }, ['not_yet_valid']],
    ['with no usages', { extendedKeyUsages: [] }, ['extended_key_usage']],
    ['that is a CA', { leafIsCa: true }, ['is_authority', 'key_usage', 'key_usage']],
  ];
  it.each(engineCases)('of the testkit, %s, which the engine refuses too', async (_, options, expected) => {
    const authority = await createAuthority(options);
    expect(codes(authority.chainDer)).toEqual(expected);
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    expect((await readMedia(signed, 'image/jpeg', authority.rootPem)).state).toBe('Invalid');
  });

  it('is named in plain words without control characters, and shortened', async () => {
    const { chain } = leafChain({ subject: `CN=a\u001B[31m\u202E${'x'.repeat(300)}`, extensions: without(AKI) });
    const [problem] = checkSigningChain(chain, CONTEXT);
    expect(problem?.message).toMatch(
      /^The signing certificate \(CN=a\P{C}+x{50,}\) lacks the authority key identifier\.$/u,
    );
    expect(problem?.message.length).toBeLessThan(200);
  });
});

describe('a key outside the profile', () => {
  it('is too short, or of another kind than the algorithm', async () => {
    const short = leafChain({ keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) });
    expect(checkSigningChain(short.chain, { at: AT, algorithm: 'PS256' })[0]?.message).toContain(
      'RSA key of 1024 bits',
    );
    const { chain } = leafChain();
    for (const algorithm of ['ES384', 'PS256', 'EdDSA'] as const) {
      expect(checkSigningChain(chain, { at: AT, algorithm })[0]?.message).toContain(
        `does not fit the algorithm ${algorithm}`,
      );
    }
  });

  it('tells the algorithm that a key is for', () => {
    const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey;
    const bound = (hash: string) =>
      generateKeyPairSync('rsa-pss', { modulusLength: 2048, hashAlgorithm: hash, mgf1HashAlgorithm: hash }).publicKey;
    expect(algorithmOfKey(ec('P-256'))).toBe('ES256');
    expect(algorithmOfKey(ec('P-521'))).toBe('ES512');
    expect(algorithmOfKey(ec('secp256k1'))).toBeNull();
    expect(algorithmOfKey(generateKeyPairSync('ed25519').publicKey)).toBe('EdDSA');
    expect(algorithmOfKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)).toBe('PS256');
    expect(algorithmOfKey(bound('sha384'))).toBe('PS384');
    expect(algorithmOfKey(bound('sha1'))).toBeNull();
    expect(algorithmOfKey(generateKeyPairSync('ed448').publicKey)).toBeNull();
  });
});

describe('a chain outside the profile', () => {
  it.each<[string, (chain: Uint8Array[]) => Uint8Array[], ProfileProblemCode[]]>([
    ['empty', () => [], ['chain_empty']],
    ['too long', ([leaf = new Uint8Array()]) => Array.from({ length: 17 }, () => leaf), ['chain_too_long']],
    ['with something unreadable', ([leaf = new Uint8Array()]) => [leaf, Uint8Array.of(1)], ['unreadable']],
    ['with the root', (chain) => [...chain, root.der], ['root_in_chain']],
    ['with a gap', ([leaf = new Uint8Array()]) => [leaf, root.der], ['wrong_issuer', 'root_in_chain']],
  ])('%s', async (_, change, expected) => {
    const { chain } = leafChain();
    expect(codes(change(chain))).toEqual(expected);
  });

  it('of one certificate that signed itself', async () => {
    const { chainDer } = await createAuthority({ selfSigned: true });
    expect(codes(chainDer)).toEqual(['self_signed']);
  });

  const broken: [string, Change, ProfileProblemCode[]][] = [
    ['that is no authority', { extensions: [NOT_CA, ISSUES, AKI, SKI] }, ['not_authority']],
    ['without basic constraints', { extensions: [ISSUES, AKI, SKI] }, ['not_authority']],
    ['that may not sign certificates', { extensions: [CA, SIGNS, AKI, SKI] }, ['key_usage']],
    ['without subject key identifier', { extensions: [CA, ISSUES, AKI] }, ['key_identifier']],
    ['that has ended', { notAfter: new Date('2026-05-31Z') }, ['expired']],
  ];
  it.each(broken)('an intermediate %s', async (_, change, expected) => {
    const issuer = make('Other', { issuer: root, ...change });
    const { leaf } = leafChain({ issuer });
    expect(codes([leaf.der, issuer.der])).toEqual(expected);
  });

  it('longer than an intermediate allows', async () => {
    const limited = [basicConstraints(true, 0), ISSUES, AKI, SKI];
    const upper = make('Upper', { issuer: root, extensions: limited });
    const lower = make('Lower', { issuer: upper });
    const { leaf } = leafChain({ issuer: lower });
    expect(codes([leaf.der, lower.der, upper.der])).toEqual(['not_authority']);
  });

  it('made by another program is read as well', () => {
    const der = (pem: string) => Uint8Array.from(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
    const chain = [der(TEST_CERTIFICATES.leaf), der(TEST_CERTIFICATES.intermediate)];
    const context = { at: new Date('2027-01-01Z'), algorithm: 'ES256' } as const;
    expect(checkSigningChain(chain, context).map((p) => p.code)).toEqual([]);
  });

  it('is judged without a fault whatever its bytes are', async () => {
    const { chain } = leafChain();
    const [leaf = new Uint8Array()] = chain;
    const change = fc.tuple(fc.nat(leaf.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = Uint8Array.from(leaf);
        for (const [at, value] of changes) changed[at] = value;
        expect(Array.isArray(checkSigningChain([changed, intermediate.der], CONTEXT))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
