import { describe, expect, it } from 'vitest';
import { camera, codes, label, manifest, marker, metadata, store } from '@revera/testkit/report';
import {
  software,
  edited,
  editName,
  sourceType,
  toolName,
  created,
  trust,
  declaring,
  captured,
  unnamed,
  judged,
  type Judged,
} from './test-evidence.ts';
import type { Verdict } from './verdict.ts';

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
