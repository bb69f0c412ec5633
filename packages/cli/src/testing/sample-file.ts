import {
  judge,
  presentResult,
  type LabelSite,
  type Language,
  type ManifestFacts,
  type ManifestStoreFacts,
  type Report,
  type StatusCodes,
  type VendorEvidence,
} from '@revera/provenance';
import type { VerifiedFile } from '../verify/verify-file.ts';

const VALID: StatusCodes = {
  success: ['claimSignature.validated', 'claimSignature.insideValidity', 'assertion.dataHash.match'].map((code) => ({
    code,
    url: null,
    explanation: null,
  })),
  informational: [],
  failure: [],
};

const MANIFEST: ManifestFacts = {
  label: 'urn:c2pa:1',
  claim_version: 2,
  title: 'photo.jpg',
  format: 'image/jpeg',
  instance_id: null,
  generator: 'Example Camera',
  generator_version: '2.1',
  claim_generator: null,
  generators: [{ name: 'Example Camera', version: '2.1', model: null }],
  is_update_manifest: false,
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
    {
      action: 'c2pa.created',
      when: null,
      software_agent: null,
      software_agent_version: null,
      digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
      description: null,
      from_template: false,
      model_parameters: [],
    },
  ],
  ingredients: [],
  naming_assertions: [],
  assertion_labels: [],
  signals: [],
  codes: VALID,
};

const STORE: ManifestStoreFacts = {
  kind: 'present',
  validation_state: 'trusted',
  active_manifest: MANIFEST.label,
  active_codes: VALID,
  ingredient_deltas: [],
  manifests: [MANIFEST],
  chain: null,
  claim_signature_sha256: 'c0'.repeat(32),
  trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' },
  product: null,
  time_stamp_list: 'c2pa_tsa',
  remote_manifest_url: null,
  store_bytes: 1000,
};

export interface Sample {
  path?: string;
  language?: Language;
  /** Null: no manifest store. */
  store?: Partial<ManifestStoreFacts> | null;
  manifest?: Partial<ManifestFacts>;
  /** China AIGC labels; none unless the test says otherwise. */
  labels?: LabelSite[];
  /** What fields of ordinary metadata name; nothing unless the test says otherwise. */
  evidence?: VendorEvidence[];
}

/** A verified file: signed by a listed signer, unless the test says otherwise. */
export function sampleFile({
  path = 'photo.jpg',
  language = 'en',
  store = {},
  manifest = {},
  labels = [],
  evidence = [],
}: Sample = {}): VerifiedFile {
  const report: Report = {
    report_version: 1,
    tool: { name: 'revera', version: '0', c2pa_engine: { name: 'c2pa-rs', version: '0' } },
    validated_at: '2026-06-01T00:00:00.000Z',
    file: {
      media_type: 'image/jpeg',
      size_bytes: 12_345,
      can_embed_credential: true,
      declared_media_type_mismatch: null,
    },
    trust_lists: [
      {
        name: 'c2pa',
        available: true,
        sha256: 'ab'.repeat(32),
        fetched_at: '2026-05-31T00:00:00.000Z',
        certificates: 30,
        using_cached_version: false,
      },
    ],
    c2pa: {
      state: 'examined',
      facts:
        store === null
          ? { kind: 'absent', remote_manifest_url: null }
          : { ...STORE, manifests: [{ ...MANIFEST, ...manifest }], ...store },
    },
    china_aigc: {
      state: 'examined',
      facts: { parser_version: '1', labels, look_alikes: [], findings: [], problems: [] },
    },
    metadata: {
      state: 'examined',
      facts: {
        rules_version: '1',
        evidence,
        lens: null,
        digital_source_types: [],
        has_unattributed: false,
        problems: [],
        is_unreadable: false,
      },
    },
    resolution_integrity: { state: 'not_examined' },
  };
  const verdict = judge(report);
  const context = { id: 'sample', filename: path, sha256: 'cd'.repeat(32), language };
  return { kind: 'verified', path, report, verdict, result: presentResult(report, verdict, context), crjson: null };
}

/** A label in a JPEG that says nothing, changed as the test wants. */
export function sampleLabel(changes: Partial<LabelSite>, fields: Partial<LabelSite['fields']> = {}): LabelSite {
  const code = { content: 'absent', signature: 'none', algorithm: null, signer: null } as const;
  return {
    carrier: 'xmp',
    location: 'APP1',
    placement: 'standard',
    offset: 0,
    length: 1,
    state: 'decoded',
    form: 'bare',
    deviations: [],
    fields: {
      Label: null,
      ContentProducer: null,
      ProduceID: null,
      ReservedCode1: null,
      ContentPropagator: null,
      PropagateID: null,
      ReservedCode2: null,
      ...fields,
    },
    extra: [],
    raw: '',
    producer: null,
    propagator: null,
    reserved_code_1: code,
    reserved_code_2: code,
    findings: [],
    ...changes,
  };
}
