import {
  judge,
  presentResult,
  type LabelSite,
  type Language,
  type ManifestFacts,
  type ManifestStoreFacts,
  type VendorEvidence,
} from '@revera/provenance';
import { ABSENT, action, labels, listUse, manifest, metadata, report, store } from '@revera/testkit/report';
import type { VerifiedFile } from '../verify/verify-file.ts';

const MANIFEST: Partial<ManifestFacts> = {
  label: 'urn:c2pa:1',
  title: 'photo.jpg',
  format: 'image/jpeg',
  generator: 'Example Camera',
  generator_version: '2.1',
  generators: [{ name: 'Example Camera', version: '2.1', model: null }],
  signature: {
    algorithm: 'es256',
    signer: 'Example Signer',
    signer_organization: 'Example Org',
    signer_unit: null,
    certificate: {
      subject: 'CN=Example Signer',
      issuer: 'CN=CA',
      serial_number: '1',
      not_before: null,
      not_after: null,
    },
    time_stamp: { time: '2026-05-01T10:00:00.000Z', authority: 'CN=Example TSA' },
  },
  actions: [
    action({
      action: 'c2pa.created',
      digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
    }),
  ],
};

const STORE: Partial<ManifestStoreFacts> = {
  validation_state: 'trusted',
  active_manifest: 'urn:c2pa:1',
  chain: null,
  claim_signature_sha256: 'c0'.repeat(32),
  trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' },
  time_stamp_list: 'c2pa_tsa',
};

export interface Sample {
  path?: string;
  language?: Language;
  /** Null for no manifest store. */
  store?: Partial<ManifestStoreFacts> | null;
  manifest?: Partial<ManifestFacts>;
  /** China AIGC labels; none by default. */
  labels?: LabelSite[];
  /** What fields of ordinary metadata name; nothing by default. */
  evidence?: VendorEvidence[];
}

/** A verified file, by default signed by a listed signer. */
export function sampleFile({ path = 'photo.jpg', language = 'en', ...sample }: Sample = {}): VerifiedFile {
  const manifests = [manifest({ ...MANIFEST, ...sample.manifest })];
  const c2pa = sample.store === null ? ABSENT : store({ ...STORE, manifests, ...sample.store });
  const list = listUse('c2pa', { sha256: 'ab'.repeat(32), fetched_at: '2026-05-31T00:00:00.000Z', certificates: 30 });
  const base = report(c2pa, [list], {
    validated_at: '2026-06-01T00:00:00.000Z',
    china_aigc: { state: 'examined', facts: labels(sample.labels) },
    metadata: { state: 'examined', facts: metadata(sample.evidence) },
  });
  const examined = { ...base, file: { ...base.file, size_bytes: 12_345 } };
  const verdict = judge(examined);
  const context = { id: 'sample', filename: path, sha256: 'cd'.repeat(32), language };
  const result = presentResult(examined, verdict, context);
  return { kind: 'verified', path, report: examined, verdict, result, crjson: null };
}
