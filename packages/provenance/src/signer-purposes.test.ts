import { createAuthority, type ExtendedKeyUsage } from '@revera/testkit/authorities';
import { mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSignBench, type SignBench } from './testing/sign-bench.ts';
import { listOf, snapshotOf } from './testing/trust-snapshots.ts';
import type { SignerListName } from './trust/trust-list.ts';

/**
 * What real issuers put into the certificates of signers: conforming products have claim signing, most with document
 * signing beside it and without e-mail protection; phones have document signing alone; those of the interim list e-mail
 * protection.
 */
const ROWS: readonly [SignerListName, readonly ExtendedKeyUsage[], string, string][] = [
  ['c2pa', ['c2pa'], 'valid_and_bound', 'c2pa_trusted'],
  ['c2pa', ['c2pa', 'documentSigning'], 'valid_and_bound', 'c2pa_trusted'],
  ['c2pa', ['c2pa', 'emailProtection'], 'valid_and_bound', 'c2pa_trusted'],
  // The official list is for signing claims; its anchors issue for other purposes too.
  ['c2pa', ['documentSigning'], 'trust_unverified', 'not_in_trust_list'],
  ['c2pa', ['emailProtection'], 'trust_unverified', 'not_in_trust_list'],
  ['legacy', ['documentSigning'], 'valid_and_bound', 'legacy_trusted'],
  ['legacy', ['emailProtection'], 'valid_and_bound', 'legacy_trusted'],
  ['legacy', ['c2pa'], 'valid_and_bound', 'legacy_trusted'],
  ['service', ['documentSigning'], 'valid_and_bound', 'service_trusted'],
  ['c2pa', [], 'certificate_invalid', 'certificate_chain_invalid'],
  ['legacy', ['timeStamping'], 'certificate_invalid', 'certificate_chain_invalid'],
  ['legacy', ['ocspSigning'], 'certificate_invalid', 'certificate_chain_invalid'],
];

describe('a signer whose certificate is for', () => {
  let bench: SignBench;
  beforeAll(async () => {
    bench = await openSignBench();
  });
  afterAll(() => bench.close());

  it.each(ROWS)('list %s, purposes %j: %s, %s', async (list, extendedKeyUsages, integrity, trust) => {
    const signer = await createAuthority({ extendedKeyUsages });
    const signed = await bench.sign(mediaKinds.jpeg.build(), { authority: signer });
    const { verdict } = await bench.analyzeBytes(signed, snapshotOf(listOf(list, [signer.rootPem])));
    expect(verdict).toMatchObject({ integrity_status: integrity, trust_status: trust });
    const isGood = integrity === 'valid_and_bound';
    expect(verdict.credential?.validation_codes.success.includes('signingCredential.trusted')).toBe(isGood);
  });

  it('document signing alone can be the parent of a new signature', async () => {
    const [phone, service] = [
      await createAuthority({ extendedKeyUsages: ['documentSigning'] }),
      await createAuthority(),
    ];
    const trust = snapshotOf(listOf('legacy', [phone.rootPem]), listOf('service', [service.rootPem]));
    const original = await bench.sign(mediaKinds.jpeg.build(), { authority: phone });
    const again = await bench.sign(original, { authority: service, trust, hasParent: true });
    const { report, verdict } = await bench.analyzeBytes(again, trust);
    expect(verdict).toMatchObject({ integrity_status: 'valid_and_bound', trust_status: 'service_trusted' });
    expect(report.c2pa).toMatchObject({ facts: { manifests: [{}, { codes: { failure: [] } }] } });
  });
});
