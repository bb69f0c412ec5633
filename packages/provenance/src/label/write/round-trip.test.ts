import {
  aigcCarriers,
  aigcFields,
  aigcLookAlikes,
  aigcText,
  aigcWriteCases,
  mirrored,
  type AigcWriteCase,
} from '@revera/testkit/label';
import { labelOnlyKinds, mediaKinds } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import type { MediaType } from '../../media/media-types.ts';
import { sniff } from '../../media/sniff.ts';
import { readLabels } from '../read-labels.ts';
import { decideLabel, type LabelDecision } from './label-request.ts';
import type { LabelText } from './label-text.ts';
import { canCarryLabel, planLabel, withLabel } from './write-label.ts';
import { LabelWriteError } from './writer.ts';

const OTHER = mirrored(aigcFields({ ProduceID: 'another-number', ContentProducer: 'kling' }));
const LABEL: LabelText = mirrored(aigcFields());

const kinds = Object.entries({ ...mediaKinds, ...labelOnlyKinds });

function typeOf(file: Uint8Array): MediaType {
  const mediaType = sniff(bufferSource(file));
  if (mediaType === null) throw new Error('of no known type');
  return mediaType;
}

function label(file: Uint8Array, text: LabelText): Uint8Array {
  return withLabel(bufferSource(file), typeOf(file), text);
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof LabelWriteError) return error.code;
    throw error;
  }
  return 'written';
}

const known = kinds.filter(([, kind]) => sniff(bufferSource(kind.build())) !== null);
/** A document without `meta.xml` is refused; one with it is among the carriers. */
const writable = known.filter(([name, kind]) => name !== 'odt' && canCarryLabel(typeOf(kind.build())));

describe('64: every format that can carry a label', () => {
  it.each(writable)('%s: written, read back, and nothing else is different', (_name, kind) => {
    const original = kind.build();
    const mediaType = typeOf(original);
    const { splices } = planLabel(bufferSource(original), mediaType, LABEL);
    const labelled = label(original, LABEL);
    const facts = readLabels(bufferSource(labelled), mediaType);
    expect(facts.labels).toMatchObject([{ state: 'decoded', fields: LABEL }]);
    expect(facts.labels.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error')).toEqual([]);
    const removed = splices.reduce((sum, splice) => sum + splice.removed, 0);
    const inserted = splices.reduce((sum, splice) => sum + splice.inserted.length, 0);
    expect(labelled.length).toBe(original.length - removed + inserted);
  });

  it.each(writable)('%s: writing again replaces, and the third time changes nothing', (_name, kind) => {
    const once = label(kind.build(), LABEL);
    const twice = label(once, OTHER);
    expect(readLabels(bufferSource(twice), typeOf(twice)).labels).toMatchObject([{ fields: OTHER }]);
    const again = Buffer.from(label(twice, OTHER));
    // A PDF is changed by adding to it (ISO 32000-2 §7.5.6), so that signatures over its earlier state stay good.
    const isAppended = typeOf(twice) === 'application/pdf';
    expect(again.subarray(0, isAppended ? twice.length : undefined).equals(Buffer.from(twice))).toBe(true);
  });

  it('the formats without one are known', () => {
    const none = known.filter(([, kind]) => !canCarryLabel(typeOf(kind.build()))).map(([name]) => name);
    expect(none.toSorted()).toEqual([
      'aiff',
      'asf',
      'bmp',
      'cr3',
      'crw',
      'epub',
      'ico',
      'j2c',
      'orf',
      'raf',
      'rw2',
      'text',
      'tga',
    ]);
  });
});

describe('a file that has a label somewhere', () => {
  const carriers = aigcCarriers.filter(({ build }) => {
    const mediaType = sniff(bufferSource(build(aigcText(OTHER))));
    return mediaType !== null && canCarryLabel(mediaType);
  });

  it.each(carriers)('$id: has exactly the new one afterwards', ({ build }) => {
    const file = build(aigcText(OTHER));
    expect(readLabels(bufferSource(label(file, LABEL)), typeOf(file)).labels).toMatchObject([{ fields: LABEL }]);
  });
});

describe('a file that only looks as if it had one', () => {
  const files = aigcLookAlikes.filter(({ build }) => canCarryLabel(typeOf(build())));
  it.each(files)('$id: is labelled, and keeps what it had', ({ build, schema }) => {
    const labelled = label(build(), LABEL);
    const facts = readLabels(bufferSource(labelled), typeOf(labelled));
    expect(facts.labels).toMatchObject([{ fields: LABEL }]);
    expect(facts.look_alikes.map((found) => found.schema)).toEqual(schema === undefined ? [] : [schema]);
  });
});

describe('65 to 69', () => {
  const cases = aigcWriteCases.flatMap((one) =>
    one.build === null ? [] : [{ ...one, build: one.build, name: `${one.number}${one.part ?? ''}: ${one.title}` }],
  );

  it.each(cases)('$name', ({ build, request, expected }) => {
    const file = build();
    const outcome = attempt(file, request);
    if (expected.refused !== undefined) return expect(outcome).toBe(expected.refused);
    if (expected.tooLarge === true) return expect(outcome).toBe('no_room');
    if (typeof outcome === 'string') throw new Error(outcome);
    const { labels } = readLabels(bufferSource(outcome), typeOf(outcome));
    expect(labels).toMatchObject([{ fields: expected.fields ?? {} }]);
    for (const text of expected.kept ?? []) expect(Buffer.from(outcome).includes(text)).toBe(true);
    return undefined;
  });
});

/** The labelled file, or the rule or reason that refuses it. */
function attempt(file: Uint8Array, request: AigcWriteCase['request']): Uint8Array | string {
  const mediaType = sniff(bufferSource(file));
  if (mediaType === null || !canCarryLabel(mediaType)) return 'AIGC-082';
  const isProduced = request.role === 'produce';
  const given = isProduced ? { Label: '1', ...request.fields } : request.fields;
  const decision: LabelDecision = decideLabel(
    given,
    request.onExisting,
    readLabels(bufferSource(file), mediaType).labels,
  );
  if (decision.kind === 'keep') return 'keep';
  if (decision.kind === 'refused')
    return decision.refusal.kind === 'already_labelled' ? 'AIGC-080' : decision.refusal.kind;
  const { label: text } = decision;
  let labelled: Uint8Array | null = null;
  const answer = refusal(() => {
    labelled = label(file, text);
  });
  return labelled ?? answer;
}
