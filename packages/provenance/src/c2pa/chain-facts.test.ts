import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TEST_CERTIFICATES } from '../testing/test-certificates.ts';
import { readChainFacts } from './chain-facts.ts';

const chain = (...names: (keyof typeof TEST_CERTIFICATES)[]) =>
  names.map((name) => new Uint8Array(new X509Certificate(TEST_CERTIFICATES[name]).raw));

describe('facts of a certificate chain', () => {
  it('names, validity, usages and fingerprints, leaf first', () => {
    const facts = readChainFacts(chain('leaf', 'intermediate', 'root'));
    expect(facts).toMatchObject({ self_signed: false, links_valid: true });
    expect(facts?.certificates[0]).toMatchObject({
      subject: String.raw`CN=Example Signer, O=Signer\, Inc., C=XX`,
      issuer: 'CN=Example Intermediate, O=Example Trust, C=XX',
      extended_key_usages: ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.4'],
    });
    expect(facts?.certificates[0]?.fingerprint_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(facts?.certificates[0]?.not_before).toMatch(/^2026-11-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(facts?.certificates.map(({ extended_key_usages }) => extended_key_usages.length)).toEqual([2, 0, 0]);
  });

  it.each<[string, Uint8Array[], { self_signed: boolean; links_valid: boolean }]>([
    ['a leaf alone', chain('leaf'), { self_signed: false, links_valid: true }],
    ['a leaf that signed itself', chain('selfSigned'), { self_signed: true, links_valid: true }],
    ['the wrong order', chain('intermediate', 'leaf'), { self_signed: false, links_valid: false }],
    ['a link left out', chain('leaf', 'root'), { self_signed: false, links_valid: false }],
    [
      'an issuer of the right name with another key',
      chain('intermediate', 'rootTwin'),
      { self_signed: false, links_valid: false },
    ],
  ])('%s', (_, ders, expected) => {
    expect(readChainFacts(ders)).toMatchObject(expected);
  });

  it('has no facts when a certificate cannot be read', () => {
    const [leaf = new Uint8Array()] = chain('leaf');
    const broken = [
      [],
      [leaf, Uint8Array.of(1, 2, 3)],
      [new Uint8Array()],
      [leaf.subarray(0, leaf.length - 1)],
      // Readers that differ in how much they take would speak of two different certificates.
      [Uint8Array.from([...leaf, 0])],
      [new Uint8Array(Buffer.from(TEST_CERTIFICATES.leaf))],
      [new Uint8Array(200_000)],
    ];
    for (const ders of broken) expect(readChainFacts(ders)).toBeNull();
  });
});
