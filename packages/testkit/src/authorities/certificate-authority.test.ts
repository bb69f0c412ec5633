import { verify, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createAuthority,
  DEFAULT_VALIDITY,
  EXPIRED_VALIDITY,
  EXTENDED_KEY_USAGE_OIDS,
  type Authority,
} from './certificate-authority.ts';
import { indexOfBytes } from '../bytes.ts';
import { extendedKeyUsage } from './certificate-extensions.ts';
import type { KeyedCertificate } from './make-certificate.ts';

const parse = ({ der }: KeyedCertificate): X509Certificate => new X509Certificate(der);

describe('createAuthority', () => {
  it('makes three certificates, each signed by the next', async () => {
    const authority = await createAuthority();
    const [leaf, intermediate, root] = [parse(authority.leaf), parse(authority.intermediate), parse(authority.root)];
    expect(leaf.verify(intermediate.publicKey) && leaf.checkIssued(intermediate)).toBe(true);
    expect(intermediate.verify(root.publicKey) && intermediate.checkIssued(root)).toBe(true);
    expect(root.verify(root.publicKey) && root.checkIssued(root)).toBe(true);
    expect([leaf.ca, intermediate.ca, root.ca]).toEqual([false, true, true]);
    expect(authority.chainDer).toEqual([authority.leaf.der, authority.intermediate.der]);
    expect(new X509Certificate(authority.rootPem).fingerprint256).toBe(root.fingerprint256);
  });

  it.each(['ES256', 'ES384', 'ES512', 'PS256', 'Ed25519'] as const)('signs with %s', async (algorithm) => {
    const authority = await createAuthority({ algorithm });
    const data = Uint8Array.of(1, 2, 3);
    const { publicKey: key } = parse(authority.leaf);
    const hash = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512', PS256: 'sha256', Ed25519: null }[algorithm];
    const rsa = algorithm === 'PS256' ? { padding: 6, saltLength: 32 } : {};
    expect(verify(hash, data, { key, dsaEncoding: 'ieee-p1363', ...rsa }, await authority.sign(data))).toBe(true);
  });

  it('writes the dates, the subject, the usages and the CA flag it is given', async () => {
    const authority = await createAuthority({
      subject: 'CN=Someone, O=Somewhere, C=DE',
      validity: EXPIRED_VALIDITY,
      extendedKeyUsages: ['timeStamping', 'documentSigning'],
      leafIsCa: true,
    });
    const leaf = parse(authority.leaf);
    expect(leaf.subject).toBe('CN=Someone\nO=Somewhere\nC=DE');
    expect(new Date(leaf.validTo)).toEqual(EXPIRED_VALIDITY.notAfter);
    expect(new Date(parse(authority.root).validTo)).toEqual(DEFAULT_VALIDITY.notAfter);
    expect(leaf.keyUsage).toEqual([EXTENDED_KEY_USAGE_OIDS.timeStamping, EXTENDED_KEY_USAGE_OIDS.documentSigning]);
    expect(leaf.ca).toBe(true);
    expect(parse((await createAuthority({ extendedKeyUsages: [] })).leaf).keyUsage).toBeUndefined();
  });

  it('marks the usages as critical and names an OCSP responder only when told to', async () => {
    const told = await createAuthority({ extendedKeyUsagesCritical: true, ocspUrl: 'http://ocsp.test/a' });
    expect(parse(told.leaf).infoAccess?.trim()).toBe('OCSP - URI:http://ocsp.test/a');
    const { c2pa, documentSigning } = EXTENDED_KEY_USAGE_OIDS;
    const critical = extendedKeyUsage([c2pa, documentSigning], true);
    const isCritical = ({ leaf }: Authority) => indexOfBytes(leaf.der, critical) !== -1;
    const untold = await createAuthority();
    expect(parse(untold.leaf).infoAccess).toBeUndefined();
    expect([isCritical(told), isCritical(untold)]).toEqual([true, false]);
  });

  it('makes a leaf that issues itself', async () => {
    const authority = await createAuthority({ selfSigned: true });
    const leaf = parse(authority.leaf);
    expect(leaf.verify(leaf.publicKey)).toBe(true);
    expect(leaf.issuer).toBe(leaf.subject);
    expect(authority.chainDer).toEqual([authority.leaf.der]);
  });

  it('issues another leaf under an authority made before, with or without the intermediate', async () => {
    const first = await createAuthority();
    const second = await createAuthority({ issuedBy: first, omitIntermediate: true });
    expect(second.rootPem).toBe(first.rootPem);
    expect(parse(second.leaf).verify(parse(first.intermediate).publicKey)).toBe(true);
    expect(second.chainDer).toEqual([second.leaf.der]);
  });

  it('puts no, one or two certificates between root and leaf, and presents the root when told to', async () => {
    for (const intermediates of [0, 1, 2] as const) {
      const authority = await createAuthority({ intermediates, presentRoot: true });
      const presented = [authority.leaf, ...authority.between, authority.root];
      expect(authority.chainDer).toEqual(presented.map(({ der }) => der));
      expect(presented).toHaveLength(intermediates + 2);
      for (const [index, issuer] of presented.slice(1).entries()) {
        expect(parse(presented[index] ?? authority.leaf).verify(parse(issuer).publicKey)).toBe(true);
      }
      expect(authority.intermediate).toBe(presented[1]);
    }
  });

  it('makes RSA keys as long as it is told', async () => {
    const lengthOf = ({ leaf }: Authority) => parse(leaf).publicKey.asymmetricKeyDetails?.modulusLength;
    expect(lengthOf(await createAuthority({ algorithm: 'PS256' }))).toBe(2048);
    expect(lengthOf(await createAuthority({ algorithm: 'PS256', rsaBits: 3072 }))).toBe(3072);
  });

  it('certifies by the C2PA policy unless it is told another profile', async () => {
    const usagesOf = ({ leaf }: Authority) => parse(leaf).keyUsage;
    const { c2pa, documentSigning, emailProtection, clientAuth } = EXTENDED_KEY_USAGE_OIDS;
    expect(usagesOf(await createAuthority())).toEqual([c2pa, documentSigning]);
    const mail = await createAuthority({ profile: 'mailAndClient' });
    expect(usagesOf(mail)).toEqual([clientAuth, emailProtection]);
    expect(parse(mail.leaf).subject).toContain('emailAddress=signer@revera.test');
    const named = await createAuthority({ profile: 'microsoft', subject: 'CN=Someone', extendedKeyUsages: ['any'] });
    expect([usagesOf(named), parse(named.leaf).subject]).toEqual([[EXTENDED_KEY_USAGE_OIDS.any], 'CN=Someone']);
  });
});
