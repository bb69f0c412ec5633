import type { C2paFacts, LabelSite, Report } from '@revera/provenance';
import { camera, codes, label, labels, listUse, marker, metadata, store } from './report-facts.ts';
import {
  failing,
  found,
  jimengLabel,
  trusted,
  undated,
  unlisted,
  type Signing,
  type StatementCase,
} from './statement-parts.ts';

const CAPTURED: Signing = { term: 'digitalCapture', signer: 'Some Studio', generator: 'Some Camera' };
const EXPIRED = {
  subject: 'CN=Some Studio',
  issuer: 'CN=CA',
  fingerprint_sha256: 'f'.repeat(64),
  not_before: '2024-01-01T00:00:00.000Z',
  not_after: '2025-10-23T00:00:00.000Z',
  extended_key_usages: [],
};
const ENDED = { chain: { certificates: [EXPIRED], self_signed: false, links_valid: true } };
const REVOKED = {
  stapled_ocsp: { status: 'revoked', problem: null, revoked_at: '2026-03-02T00:00:00.000Z' },
} as const;
const FAILED = { state: 'failed', reason: 'reader_crashed', message: 'x' } as const;

function unreadable(reason: Extract<C2paFacts, { kind: 'unreadable' }>['reason']): C2paFacts {
  return { kind: 'unreadable', reason, message: 'x', remote_manifest_url: null };
}

function coded(code: string, fields: Partial<LabelSite['fields']>, changes: object): LabelSite {
  const provider = {
    kind: 'code',
    code,
    uscc: code.slice(4, 22),
    check_digit_valid: true,
    service_type: 'generation',
    application_code: '0000',
    company: null,
    product: null,
    basis: null,
    ...changes,
  } as const;
  return label({ ContentProducer: code, ...fields }, { producer: provider });
}

function withMetadata(changes: Parameters<typeof metadata>[1]): Partial<Report> {
  return { metadata: { state: 'examined', facts: metadata([], changes) } };
}

function withLookAlike(): Partial<Report> {
  const look_alikes = [{ schema: 'bytedance', location: 'moov/meta', offset: 1, asserts_ai: true }] as const;
  return { china_aigc: { state: 'examined', facts: labels([], { look_alikes: [...look_alikes] }) } };
}

const ERROR = { rule: 'AIGC-020', severity: 'error', values: {} } as const;
const signedCode = (signature: 'verified_pinned' | 'verified_embedded' | 'failed') => ({
  reserved_code_1: {
    content: 'security_data',
    signature,
    algorithm: 'sm2',
    signer: signature === 'verified_pinned' ? 'Example AI' : null,
  } as const,
});
const at = '2026-11-20T00:00:00.000Z';
const IPHONE = camera({ vendor: 'Apple', model: 'iPhone 13' });
const GIMP = marker({
  rule: 'software',
  kind: 'software',
  strength: 'medium',
  vendor: 'GIMP',
  model: '2.10',
  field: 'EXIF Software',
});
const EDITED = marker({ kind: 'edited', vendor: 'Google AI', model: null, field: 'XMP photoshop:Credit' });

/** Files whose credential does not hold, and files without one. */
export const UNSIGNED_CASES: readonly StatementCase[] = [
  ['no check confirms the credential', found({ c2pa: store({ active_codes: codes([], []) }) })],
  ['rejected by the check without a reason', found({ c2pa: store({ validation_state: 'invalid' }) })],
  ['a store over the limit', found({ c2pa: unreadable('too_large') })],
  ['a store in a format from before C2PA 1.0', found({ c2pa: unreadable('prerelease_format') })],
  ['a damaged store', found({ c2pa: unreadable('malformed') })],
  ['a damaged store, EXIF names a phone', found({ c2pa: unreadable('malformed'), metadata: [IPHONE] })],
  ['a changed claim', found({ c2pa: failing(trusted(CAPTURED), 'claimSignature.mismatch') })],
  [
    'a changed claim and a label',
    found({ c2pa: failing(trusted(CAPTURED), 'claimSignature.mismatch'), labels: [jimengLabel('1')] }),
  ],
  [
    'a changed claim and changed content',
    found({ c2pa: failing(trusted(CAPTURED), 'claimSignature.mismatch', 'assertion.dataHash.mismatch') }),
  ],
  [
    'a damaged ingredient',
    found({
      c2pa: trusted(CAPTURED, {
        ingredient_deltas: [{ ingredient_uri: null, codes: codes(['claimSignature.mismatch'], []) }],
      }),
    }),
  ],
  [
    'an ingredient with a revoked certificate',
    found({
      c2pa: trusted(CAPTURED, {
        ingredient_deltas: [{ ingredient_uri: null, codes: codes(['signingCredential.ocsp.revoked'], []) }],
      }),
    }),
  ],
  [
    'a revoked certificate, date known',
    found({ c2pa: failing({ ...trusted(CAPTURED), ...REVOKED }, 'signingCredential.ocsp.revoked') }),
  ],
  ['a revoked certificate, date not known', found({ c2pa: failing(trusted(CAPTURED), 'signingCredential.revoked') })],
  ['a certificate that breaks the profile', found({ c2pa: failing(unlisted(CAPTURED), 'signingCredential.invalid') })],
  [
    'a photograph, certificate expired, no proof of time',
    found({ c2pa: failing(unlisted(CAPTURED, ENDED), 'signingCredential.expired') }),
  ],
  [
    'nothing declared, certificate expired',
    found({ c2pa: failing(unlisted({ term: null, signer: 'Some Studio' }, ENDED), 'signingCredential.expired') }),
  ],
  [
    'an AI picture, certificate expired',
    found({
      c2pa: failing(
        undated({ term: 'trainedAlgorithmicMedia', agent: 'Adobe Firefly', signer: 'Adobe Inc.' }, ENDED),
        'signingCredential.expired',
      ),
    }),
  ],
  [
    'certificate expired and content changed',
    found({ c2pa: failing(unlisted(CAPTURED, ENDED), 'signingCredential.expired', 'assertion.dataHash.mismatch') }),
  ],
  [
    'signed outside the certificate’s time',
    found({ c2pa: failing(trusted(CAPTURED), 'claimSignature.outsideValidity') }),
  ],
  ['label 1, provider in the table', found({ labels: [jimengLabel('1')] })],
  ['label 1, a free name', found({ labels: [label()] })],
  ['label 1, a code that no table knows', found({ labels: [coded('00191110105MA01ABCDE310001', {}, {})] })],
  [
    'label 1, a code whose check character is wrong',
    found({ labels: [coded('001191110102MACQD9K64110000', {}, { check_digit_valid: false })] }),
  ],
  ['label 1, nobody named', found({ labels: [label({ ContentProducer: '', ContentPropagator: '' })] })],
  ['label 2', found({ labels: [jimengLabel('2')] })],
  ['label 3', found({ labels: [label({ Label: '3', ContentProducer: '', ContentPropagator: '' })] })],
  ['label with another value', found({ labels: [label({ Label: '9' })] })],
  ['label without a value', found({ labels: [label({ Label: '' })] })],
  ['label 1 that breaks the standard', found({ labels: [jimengLabel('1', { findings: [ERROR] })] })],
  [
    'label with another value that breaks the standard',
    found({ labels: [label({ Label: '9' }, { findings: [ERROR] })] }),
  ],
  ['label signed with a known key', found({ labels: [label({}, signedCode('verified_pinned'))] })],
  ['label signed with the key that it brings', found({ labels: [label({}, signedCode('verified_embedded'))] })],
  ['label whose signature does not fit', found({ labels: [label({}, signedCode('failed'))] })],
  [
    'two labels that contradict each other',
    found({ labels: [label(), label({ Label: '3', ContentProducer: 'Other AI' })] }),
  ],
  [
    'label and metadata name the same maker',
    found({ labels: [label({ ContentProducer: 'Kling' })], metadata: [marker({ vendor: 'Kling', model: null })] }),
  ],
  [
    'label and metadata name different makers',
    found({ labels: [label()], metadata: [marker({ vendor: 'Midjourney', model: null })] }),
  ],
  ['label 1, EXIF names a phone', found({ labels: [jimengLabel('1')], metadata: [IPHONE] })],
  [
    'label 3, a generator in the metadata',
    found({ labels: [label({ Label: '3' })], metadata: [marker({ vendor: 'Midjourney', model: null })] }),
  ],
  ['an empty place for a label', found({ labels: [label({ Label: null }, { state: 'empty' })] })],
  [
    'a place for a label that holds something else',
    found({ labels: [label({ Label: null }, { state: 'undecodable' })] }),
  ],
  [
    'a generator in the metadata',
    found({ metadata: [marker({ vendor: 'Midjourney', model: 'v5.2', field: 'PNG Description' })] }),
  ],
  [
    'metadata say generated, and name nobody',
    found({ metadata: [marker({ vendor: null, model: null, field: 'XMP digitalSourceType' })] }),
  ],
  [
    'a generator that signs its metadata',
    found({ metadata: [marker({ vendor: 'NovelAI', model: null, attested: 'verified' })] }),
  ],
  ['another vendor’s record of AI', found({ report: withLookAlike() })],
  ['an AI edit in the metadata', found({ metadata: [EDITED] })],
  ['an AI edit in the metadata, EXIF names a phone', found({ metadata: [EDITED, IPHONE] })],
  ['EXIF names a phone', found({ metadata: [IPHONE] })],
  [
    'EXIF names a camera of an unknown maker',
    found({ metadata: [camera({ vendor: 'Real. Verified by Adobe', model: null })] }),
  ],
  [
    'metadata say captured, by a type alone',
    found({ report: withMetadata({ digital_source_types: ['digitalCapture'] }) }),
  ],
  [
    'a generator and a camera in the metadata',
    found({ metadata: [marker({ vendor: 'ComfyUI', model: null }), camera()] }),
  ],
  ['a program in the metadata', found({ metadata: [GIMP] })],
  [
    'the address of a credential elsewhere',
    found({ c2pa: { kind: 'absent', remote_manifest_url: 'https://cai-manifests.adobe.com/x' } }),
  ],
  [
    'EXIF names a phone, and the file points to a credential elsewhere',
    found({ c2pa: { kind: 'absent', remote_manifest_url: 'https://cai-manifests.adobe.com/x' }, metadata: [IPHONE] }),
  ],
  ['nothing', found({})],
  ['metadata whose names no table knows', found({ report: withMetadata({ has_unattributed: true }) })],
  ['metadata that cannot be read', found({ report: withMetadata({ is_unreadable: true }) })],
  ['nothing found, the credential could not be examined', found({ report: { c2pa: FAILED } })],
  [
    'a label, the credential could not be examined',
    found({
      labels: [jimengLabel('1')],
      report: { c2pa: FAILED, china_aigc: { state: 'examined', facts: labels([jimengLabel('1')]) } },
    }),
  ],
  ['no reader could examine it', found({ report: { c2pa: FAILED, china_aigc: FAILED, metadata: FAILED } })],
  [
    'nothing found, the label reader failed',
    found({ report: { china_aigc: FAILED, validated_at: at, trust_lists: [listUse('c2pa')] } }),
  ],
];
