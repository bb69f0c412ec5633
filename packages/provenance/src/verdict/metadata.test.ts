import { describe, expect, it } from 'vitest';
import type { LabelSite } from '../label/facts.ts';
import type { Report } from '../report.ts';
import { judge } from './judge.ts';
import { ABSENT, camera, codes, label, manifest, marker, metadata, report, store } from '@revera/testkit/report';
import {
  software,
  edited,
  editName,
  sourceType,
  toolName,
  hint,
  created,
  trust,
  declaring,
  captured,
  judged,
  type Judged,
} from './test-evidence.ts';
import { METADATA_STATUSES, type Verdict } from './verdict.ts';

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
