import { describe, expect, it } from 'vitest';
import type { ActionFacts, C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { LabelSite } from '../label/facts.ts';
import type { Report } from '../report.ts';
import type { MetadataFacts, VendorEvidence } from '../vendor/facts.ts';
import { judge } from './judge.ts';
import {
  ABSENT,
  action,
  camera,
  codes,
  label,
  labels,
  manifest,
  marker,
  metadata,
  report,
  store,
} from './test-facts.ts';
import { METADATA_STATUSES, type Verdict } from './verdict.ts';

const software = marker({ kind: 'software', strength: 'medium', vendor: 'GIMP', model: '2.10' });
const edited = marker({ kind: 'edited', vendor: 'Google AI', model: null, field: 'XMP photoshop:Credit' });
const editName = marker({ kind: 'edited', strength: 'medium', vendor: 'Adobe Firefly', model: null });
const sourceType = marker({ vendor: null, model: null, field: 'XMP Iptc4xmpExt:DigitalSourceType' });
const toolName = marker({ strength: 'medium', vendor: 'Midjourney', model: null });
const hint = marker({ strength: 'low' });

interface Judged {
  facts?: C2paFacts;
  metadata?: VendorEvidence[] | MetadataFacts;
  labels?: LabelSite[];
  /** A record of ByteDance that is no label, and whether it says that AI made the content. */
  marking?: boolean;
}

function judged({ facts = ABSENT, metadata: found = [], labels: sites = [], marking }: Judged): Verdict {
  const section: Report['metadata'] = {
    state: 'examined',
    facts: Array.isArray(found) ? metadata(found) : found,
  };
  const base = report(facts);
  const look_alikes =
    marking === undefined ? [] : [{ schema: 'bytedance', location: 'Exif', offset: 0, asserts_ai: marking } as const];
  return judge({
    ...base,
    china_aigc: { state: 'examined', facts: labels(sites, { look_alikes }) },
    metadata: section,
  });
}

const created = (type: string, changes: Partial<ActionFacts> = {}): ActionFacts =>
  action({
    action: 'c2pa.created',
    digital_source_type: `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`,
    ...changes,
  });
const trust = {
  validation_state: 'trusted',
  trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Anchor' },
} as const;
const declaring = (type: string, changes: Partial<ManifestStoreFacts> = {}): C2paFacts =>
  store({ manifests: [manifest({ actions: [created(type)] })], ...changes });
const captured = declaring('digitalCapture', trust);
const unnamed = (type: string | null): C2paFacts =>
  store({
    ...trust,
    manifests: [
      manifest({
        generator: null,
        generators: [],
        actions: type === null ? [action({ action: 'c2pa.created' })] : [created(type)],
      }),
    ],
  });

describe('metadata.status, row by row', () => {
  const rows: [string, Judged, { status: string; vendor: string | null; model: string | null }][] = [
    [
      'a generator and a camera',
      { metadata: [marker(), camera()] },
      { status: 'conflicting', vendor: 'Example Generator', model: 'v1' },
    ],
    [
      'a source type of full generation and a camera: who made it is not said',
      { metadata: [sourceType, camera()] },
      { status: 'conflicting', vendor: 'Canon', model: 'EOS R5' },
    ],
    ['a generator', { metadata: [marker()] }, { status: 'ai_generated', vendor: 'Example Generator', model: 'v1' }],
    [
      'a source type, and behind it a name: the name says who',
      { metadata: [sourceType, toolName] },
      { status: 'ai_generated', vendor: 'Midjourney', model: null },
    ],
    ['a source type alone', { metadata: [sourceType] }, { status: 'ai_generated', vendor: null, model: null }],
    [
      'generated, and edited later',
      { metadata: [edited, marker()] },
      { status: 'ai_generated', vendor: 'Example Generator', model: 'v1' },
    ],
    [
      'a camera and an edit',
      { metadata: [edited, camera()] },
      { status: 'ai_edited', vendor: 'Canon', model: 'EOS R5' },
    ],
    ['an edit', { metadata: [edited, software] }, { status: 'ai_edited', vendor: 'Google AI', model: null }],
    [
      'an edit in the history of an editor',
      { metadata: [editName, software] },
      { status: 'ai_edited', vendor: 'GIMP', model: '2.10' },
    ],
    [
      'a label, and nothing of its own',
      { metadata: [software], labels: [label()] },
      { status: 'ai_generated', vendor: 'Example AI', model: null },
    ],
    [
      'a label and a camera: the label is told by itself',
      { metadata: [camera()], labels: [label()] },
      { status: 'captured', vendor: 'Canon', model: 'EOS R5' },
    ],
    [
      'a label that says "possibly"',
      { labels: [label({ Label: '2' })] },
      { status: 'not_found', vendor: null, model: null },
    ],
    ['a camera', { metadata: [camera(), software] }, { status: 'captured', vendor: 'Canon', model: 'EOS R5' }],
    ['software', { metadata: [software] }, { status: 'software', vendor: 'GIMP', model: '2.10' }],
    ['a mere hint', { metadata: [hint] }, { status: 'not_found', vendor: null, model: null }],
    [
      'an unknown name',
      { metadata: metadata([], { has_unattributed: true }) },
      { status: 'unattributed', vendor: null, model: null },
    ],
    [
      'nothing, of a file that could not be searched',
      { metadata: metadata([], { is_unreadable: true }) },
      { status: 'unreadable', vendor: null, model: null },
    ],
    ['nothing', {}, { status: 'not_found', vendor: null, model: null }],
  ];
  it.each(rows)('%s', (_what, input, expected) => {
    const { metadata: verdict } = judged(input);
    expect({ status: verdict?.status, vendor: verdict?.vendor?.en ?? null, model: verdict?.model }).toEqual(expected);
  });

  it('reaches every published value', () => {
    expect(new Set(rows.map(([, , { status }]) => status))).toEqual(new Set(METADATA_STATUSES));
  });

  it('a reader that failed is unreadable, and said to have failed', () => {
    const failed: Report['metadata'] = { state: 'failed', reason: 'reader_crashed', message: 'x' };
    const verdict = judge({ ...report(ABSENT), metadata: failed });
    expect(verdict.metadata).toMatchObject({ status: 'unreadable', note: { code: 'metadata_reader_failed' } });
  });
});

describe('provenance_status with metadata, row by row', () => {
  const rows: [string, Judged, string][] = [
    ['trusted capture, a generator', { facts: captured, metadata: [marker()] }, 'conflicting'],
    ['trusted capture, a generative edit', { facts: captured, metadata: [edited] }, 'conflicting'],
    ['unverified capture, a generator', { facts: declaring('digitalCapture'), metadata: [marker()] }, 'conflicting'],
    ['a camera and a generator', { metadata: [marker(), camera()] }, 'conflicting'],
    [
      'a binding that failed, and a generator',
      {
        facts: declaring('digitalCapture', {
          validation_state: 'invalid',
          active_codes: codes(['assertion.dataHash.mismatch']),
        }),
        metadata: [marker()],
      },
      'binding_failed',
    ],
    ['trusted capture, a camera', { facts: captured, metadata: [camera()] }, 'verified'],
    [
      'trusted generation, another generator: both say AI',
      { facts: declaring('trainedAlgorithmicMedia', trust), metadata: [marker()] },
      'verified',
    ],
    [
      'trusted generation, a camera',
      { facts: declaring('trainedAlgorithmicMedia', trust), metadata: [camera()] },
      'verified',
    ],
    [
      'trusted generation, and metadata that name a camera too: the credential settles it',
      { facts: declaring('trainedAlgorithmicMedia', trust), metadata: [marker(), camera()] },
      'verified',
    ],
    [
      'a composite by an unverified signer, and metadata that contradict themselves',
      { facts: declaring('composite'), metadata: [marker(), camera()] },
      'conflicting',
    ],
    [
      'a conformant label and a generator of the same maker',
      { labels: [label({ ContentProducer: 'Kling' })], metadata: [marker({ vendor: 'Kuaishou (Kling)' })] },
      'strong_evidence',
    ],
    [
      'a conformant label and a generator of another maker',
      { labels: [label()], metadata: [marker()] },
      'partial_evidence',
    ],
    [
      'a conformant label and a marker that names nobody',
      { labels: [label()], metadata: [sourceType] },
      'partial_evidence',
    ],
    [
      'a label that breaks rules, and a generator',
      {
        labels: [
          label(
            { ContentProducer: 'Example Generator' },
            { findings: [{ rule: 'AIGC-001', severity: 'error', values: {} }] },
          ),
        ],
        metadata: [marker()],
      },
      'partial_evidence',
    ],
    [
      'a label that says "possibly", and a generator',
      { labels: [label({ Label: '2', ContentProducer: 'Example Generator' })], metadata: [marker()] },
      'partial_evidence',
    ],
    ['a label and a camera', { labels: [label()], metadata: [camera()] }, 'partial_evidence'],
    ['a generator', { metadata: [marker()] }, 'partial_evidence'],
    ['a generative edit', { metadata: [edited] }, 'partial_evidence'],
    ['a camera', { metadata: [camera()] }, 'partial_evidence'],
    ['software names nobody who made it', { metadata: [software] }, 'unknown'],
    ['a mere hint', { metadata: [hint] }, 'unknown'],
    ['nothing', {}, 'unknown'],
  ];
  it.each(rows)('%s', (_what, input, status) => {
    expect(judged(input).provenance_status).toBe(status);
  });
});

describe('the summary with metadata, row by row', () => {
  const rows: [string, Judged, Partial<Verdict>][] = [
    [
      'a generator',
      { metadata: [marker()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: 'Example Generator', source_model: 'v1' },
    ],
    [
      'an edit counts as AI, and is declared as an edit',
      { metadata: [edited, camera()] },
      { ai_generated: true, content_declaration: 'ai_edited', source: 'Google AI', source_model: null },
    ],
    [
      'a generative edit by an editor of the history: the marker names who, not what it was saved with',
      { metadata: [editName, software] },
      { ai_generated: true, content_declaration: 'ai_edited', source: 'Adobe Firefly', source_model: null },
    ],
    [
      'a source type of full generation beside a camera: the camera is not its source',
      { metadata: [sourceType, camera()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: null, source_model: null },
    ],
    [
      'a camera: never false',
      { metadata: [camera()] },
      { ai_generated: null, content_declaration: 'none', source: 'Canon', source_model: 'EOS R5' },
    ],
    [
      'a capture that only metadata declare: never false',
      { metadata: metadata([camera()], { digital_source_types: ['digitalCapture'] }) },
      { ai_generated: null, content_declaration: 'captured' },
    ],
    [
      'software made nothing',
      { metadata: [software] },
      { ai_generated: null, source: null, source_model: null, content_declaration: 'none' },
    ],
    [
      'a strong marker beside a camera',
      { metadata: [marker(), camera()] },
      { ai_generated: true, source: 'Example Generator' },
    ],
    [
      'a name beside a camera',
      { metadata: [toolName, camera()] },
      { ai_generated: null, content_declaration: 'ai_generated' },
    ],
    [
      'a name and a source type beside a camera: one of them is strong',
      { metadata: [sourceType, toolName, camera()] },
      { ai_generated: true, source: 'Midjourney' },
    ],
    [
      'trusted capture that nothing contradicts',
      { facts: captured, metadata: [camera()] },
      { ai_generated: false, content_declaration: 'captured' },
    ],
    [
      'trusted capture against a generator inside what it signed: neither outweighs the other',
      { facts: captured, metadata: [marker()] },
      { ai_generated: null, content_declaration: 'captured', source: 'Test Camera', source_model: null },
    ],
    [
      'trusted capture against a generative edit inside what it signed',
      { facts: captured, metadata: [edited] },
      { ai_generated: null, content_declaration: 'captured' },
    ],
    [
      'trusted capture against a generator and a label: the label is believed',
      { facts: captured, metadata: [marker()], labels: [label()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: 'Example AI', source_model: null },
    ],
    [
      'unverified capture against a generator: the statement that is made counts',
      { facts: declaring('digitalCapture'), metadata: [marker()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: 'Example Generator', source_model: 'v1' },
    ],
    [
      'a credential that declares nothing, and a generator: whoever declares it is the source',
      { facts: store(trust), metadata: [marker()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: 'Example Generator', source_model: 'v1' },
    ],
    [
      'a credential that declares generation and names nobody, and a camera',
      { facts: unnamed('trainedAlgorithmicMedia'), metadata: [camera()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: null, source_model: null },
    ],
    [
      'a credential that declares generation and names nobody, and a generator: its own statement stays unnamed',
      { facts: unnamed('trainedAlgorithmicMedia'), metadata: [marker()] },
      { ai_generated: true, content_declaration: 'ai_generated', source: null, source_model: null },
    ],
    [
      'a credential that declares nothing and names nobody, and a camera: it is all there is to say',
      { facts: unnamed(null), metadata: [camera()] },
      { ai_generated: null, content_declaration: 'undeclared', source: 'Canon', source_model: 'EOS R5' },
    ],
    [
      "a capture that a credential declares: its maker, and no model of the metadata's camera",
      { facts: captured, metadata: [camera()] },
      { content_declaration: 'captured', source: 'Test Camera', source_model: null },
    ],
    [
      'a label that says "possibly" and names nobody, and a camera',
      { labels: [label({ Label: '2', ContentProducer: null, ContentPropagator: null })], metadata: [camera()] },
      { ai_generated: null, content_declaration: 'ai_possible', source: null, source_model: null },
    ],
    [
      "a vendor's own record of AI",
      { marking: true },
      { ai_generated: true, content_declaration: 'ai_generated', source: 'ByteDance', source_model: null },
    ],
    [
      "a vendor's own record that says nothing of AI",
      { marking: false },
      { ai_generated: null, content_declaration: 'none', source: null },
    ],
    [
      "a vendor's own record of AI beside a camera: neither outweighs the other",
      { marking: true, metadata: [camera()] },
      { ai_generated: null, content_declaration: 'ai_generated', source: 'ByteDance' },
    ],
    [
      'trusted screen capture may show generated content',
      { facts: declaring('screenCapture', trust) },
      { ai_generated: null, content_declaration: 'captured' },
    ],
    [
      'trusted digital art may be generated',
      { facts: declaring('digitalArt', trust) },
      { ai_generated: null, content_declaration: 'digital_creation' },
    ],
    [
      'a capture, opened from a file of unknown past',
      {
        facts: store({
          ...trust,
          manifests: [
            manifest({
              actions: [created('digitalCapture')],
              ingredients: [
                { label: null, title: null, format: null, relationship: 'parentOf', active_manifest: null },
              ],
            }),
          ],
        }),
      },
      { ai_generated: null, content_declaration: 'captured' },
    ],
    [
      'a label and a marker: the model of one is never said of the other',
      { labels: [label()], metadata: [marker()] },
      { source: 'Example AI', source_model: null, ai_generated: true },
    ],
    [
      'a credential that does not count: the metadata speak',
      {
        facts: declaring('digitalCapture', {
          validation_state: 'invalid',
          active_codes: codes(['assertion.dataHash.mismatch']),
        }),
        metadata: [marker()],
      },
      { ai_generated: true, source: 'Example Generator' },
    ],
    ['nothing', {}, { ai_generated: null, source: null, source_model: null, content_declaration: 'none' }],
  ];
  it.each(rows)('%s', (_what, input, expected) => {
    expect(judged(input)).toMatchObject(expected);
  });
});

const decodedCode: LabelSite['producer'] = {
  kind: 'code',
  code: '001191310115MAEA70M85H00000',
  uscc: '91310115MAEA70M85H',
  check_digit_valid: true,
  service_type: 'unused',
  application_code: '0000',
  company: null,
  product: null,
  basis: null,
};

describe('what is told of metadata', () => {
  const told = (verdict: Verdict): string[] =>
    verdict.notes.map(({ code }) => code).filter((code) => /^metadata_|^sources_|^camera_/.test(code));

  it.each<[string, Judged, string[]]>([
    ['nothing', {}, ['metadata_not_found']],
    ['a generator', { metadata: [marker()] }, ['metadata_ai_generated', 'metadata_not_authenticated']],
    ['an edit', { metadata: [edited] }, ['metadata_ai_edited', 'metadata_not_authenticated']],
    [
      'a signed generator',
      { metadata: [marker({ attested: 'verified' })] },
      ['metadata_ai_generated', 'metadata_signature_verified'],
    ],
    [
      'a generator under a credential that covers it and names another',
      {
        facts: store({
          ...trust,
          manifests: [manifest({ generator: 'Other Generator', actions: [created('trainedAlgorithmicMedia')] })],
        }),
        metadata: [marker()],
      },
      ['metadata_ai_generated', 'sources_differ'],
    ],
    [
      'a label and a generator of different makers',
      { metadata: [marker()], labels: [label()] },
      ['metadata_ai_generated', 'metadata_not_authenticated', 'sources_differ_label_metadata'],
    ],
    [
      'a label and a generator of the same maker',
      { metadata: [marker()], labels: [label({ ContentProducer: 'Example Generator' })] },
      ['metadata_ai_generated', 'metadata_not_authenticated'],
    ],
    [
      'a label with a code that no table knows, and a generator: whether they differ is not known',
      {
        metadata: [marker()],
        labels: [label({}, { producer: decodedCode })],
      },
      ['metadata_ai_generated', 'metadata_not_authenticated'],
    ],
    [
      'a label of another maker than the credential names',
      { facts: declaring('trainedAlgorithmicMedia', trust), labels: [label()] },
      ['sources_differ_label_credential'],
    ],
    [
      'a credential that declares no AI, and a generator: they do not both say that AI took part',
      { facts: store(trust), metadata: [marker()] },
      ['metadata_ai_generated'],
    ],
    [
      'a camera beside a label',
      { metadata: [camera()], labels: [label()] },
      ['metadata_captured', 'camera_beside_generation'],
    ],
    ['a label alone: its own notes tell it', { labels: [label()] }, []],
    ['a camera', { metadata: [camera()] }, ['metadata_captured']],
    ['a camera, and an editor behind it', { metadata: [camera(), software] }, ['metadata_captured_saved']],
    ['software', { metadata: [software] }, ['metadata_software']],
    ['an unknown name', { metadata: metadata([], { has_unattributed: true }) }, ['metadata_unattributed']],
    ['a file that could not be searched', { metadata: metadata([], { is_unreadable: true }) }, ['metadata_unreadable']],
    [
      'something found, and something not searched',
      { metadata: metadata([camera()], { problems: [{ kind: 'damaged', what: 'XMP', offset: 3 }] }) },
      ['metadata_captured', 'metadata_search_incomplete'],
    ],
  ])('%s', (_what, input, expected) => {
    expect(told(judged(input))).toEqual(expected);
  });

  it('a contradiction comes first and names both sides', () => {
    expect(judged({ facts: captured, metadata: [marker()] }).notes[0]).toEqual({
      code: 'metadata_contradicts_credential',
      level: 'critical',
      values: { credential: 'captured', name: 'Example Generator v1', field: 'PNG parameters' },
    });
    expect(judged({ metadata: [marker(), camera()] }).notes[0]).toEqual({
      code: 'metadata_conflicting',
      level: 'critical',
      values: {
        name: 'Example Generator v1',
        field: 'PNG parameters',
        camera: 'Canon EOS R5',
        camera_field: 'EXIF Make',
      },
    });
  });

  it('of a camera names the lens, and the editor that saved the picture last', () => {
    const found = metadata([camera(), software], { lens: 'RF 50mm F1.2' });
    expect(judged({ metadata: found }).metadata?.note.values).toEqual({
      field: 'EXIF Make',
      name: 'Canon EOS R5 (RF 50mm F1.2)',
      software: 'GIMP 2.10',
    });
  });

  it('what the metadata say leads where there is no credential', () => {
    expect(judged({ metadata: [marker()] }).notes[0]?.code).toBe('metadata_ai_generated');
    expect(judged({ metadata: [software] }).notes[0]?.code).toBe('no_credential');
  });

  it('of a label alone the one sentence names whom it names, and nobody when it names nobody', () => {
    expect(judged({ labels: [label()] }).metadata?.note).toMatchObject({
      code: 'metadata_by_label',
      values: { name: 'Example AI' },
    });
    const nobody = label({ ContentProducer: '', ContentPropagator: '' });
    expect(judged({ labels: [nobody] }).metadata?.note).toMatchObject({
      code: 'metadata_by_label_unnamed',
      values: {},
    });
  });
});
