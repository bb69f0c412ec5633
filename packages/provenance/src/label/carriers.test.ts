import { AIGC_KEYS, aigcCarriers, aigcFields, aigcText, DEVIATIONS, mirrored } from '@revera/testkit/label';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { sniff } from '../media/sniff.ts';
import type { LabelFacts } from './facts.ts';
import { LABEL_KEYS } from './facts.ts';
import { readLabels } from './read-labels.ts';

/** Made by a generator that was written from the standard's tables alone and shares no code with the readers. */
const LABEL = mirrored(aigcFields());

/** What the generator knows of the standard and this product does not recognise. */
const NOT_RECOGNISED = new Set(['application/ofd']);
const carriers = aigcCarriers.filter(({ mediaType }) => !NOT_RECOGNISED.has(mediaType));

function read(file: Uint8Array, mediaType: string): LabelFacts {
  const source = bufferSource(file);
  const sniffed = sniff(source);
  // Matroska with sound alone differs from one with pictures by its tracks only.
  expect(sniffed).toBe(mediaType === 'audio/x-matroska' ? 'video/x-matroska' : mediaType);
  if (sniffed === null) throw new Error('unreachable');
  return readLabels(source, sniffed);
}

function rulesOf({ labels, findings }: LabelFacts): string[] {
  return [...labels.flatMap((label) => label.findings), ...findings].map(({ rule }) => rule);
}

describe('every carrier', () => {
  it('reader and generator name the same elements', () => {
    expect(LABEL_KEYS).toEqual(AIGC_KEYS);
  });

  it.each(carriers)('$id: a conformant label is found, whole, where it stands', (carrier) => {
    const file = carrier.build(aigcText(LABEL));
    const facts = read(file, carrier.mediaType);
    expect(facts.labels).toHaveLength(carrier.sites ?? 1);
    for (const label of facts.labels) {
      expect(label).toMatchObject({ state: 'decoded', fields: LABEL });
      expect(label.offset + label.length).toBeLessThanOrEqual(file.length);
    }
    expect(facts.labels.map(({ carrier: name }) => name)).toContain(carrier.carrier);
    const placed = facts.labels.find(({ carrier: name }) => name === carrier.carrier);
    expect(placed?.placement).toBe(carrier.placement);
    expect(facts.problems).toEqual([]);
  });

  it.each(carriers)('$id: a conformant label in the standard place breaks no rule', (carrier) => {
    const facts = read(carrier.build(aigcText(LABEL)), carrier.mediaType);
    const isPlain = carrier.placement === 'standard' && (carrier.deviations ?? []).length === 0;
    const broken = facts.labels.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error');
    if (isPlain) expect(broken).toEqual([]);
  });

  it.each(carriers)('$id: no label, no report', (carrier) => {
    const { labels } = read(carrier.build('{"unrelated":"value"}'), carrier.mediaType);
    // A property in the namespace of the standard is a label whatever it holds; it says nothing then.
    for (const { carrier: name, fields } of labels) {
      expect(name).toBe('xmp');
      expect(Object.values(fields).filter((value) => value !== null)).toEqual([]);
    }
  });
});

describe('every carrier times every deviation', () => {
  const pairs = carriers.flatMap((carrier) => DEVIATIONS.map((deviation) => ({ carrier, deviation })));

  it.each(carriers)('$id', (carrier) => {
    for (const { deviation } of pairs.filter((pair) => pair.carrier === carrier)) {
      const text = deviation.apply(LABEL);
      if (!canHold(carrier, text)) continue;
      const expected = deviation.expected(LABEL);
      const facts = read(carrier.build(text), carrier.mediaType);
      const [label] = facts.labels;
      const at = `${carrier.id} / ${deviation.id}`;
      expect({ at, fields: label?.fields }).toEqual({ at, fields: expected.fields });
      if (carrier.fields !== true) {
        expect({ at, deviations: label?.deviations }).toEqual({
          at,
          deviations: expect.arrayContaining([...expected.deviations]) as unknown,
        });
        const missing = expected.raised.filter((rule) => !rulesOf(facts).includes(rule));
        expect({ at, missing }).toEqual({ at, missing: [] });
      }
    }
  });
});

/** Some places cannot hold some texts at all. */
function canHold({ id, mediaType, fields }: (typeof carriers)[number], text: string): boolean {
  // Named values of the container itself: the members of a plain object, each a text.
  // As attributes of anybody's vocabulary only the exact names are elements of a label.
  if (id === 'svg-attributes' && !namesAreExact(text)) return false;
  if (fields === true) return isObjectOfTexts(text);
  // Office documents are XML, which has no U+0000; nor has a text.
  if (/openxmlformats|opendocument|epub|^text\//.test(mediaType)) return !text.includes('\u0000');
  // Before version 2.4 the generator writes Latin-1.
  if (/^mp3-(txxx-v2[23]|comment)/.test(id))
    return Array.from(text).every((character) => (character.codePointAt(0) ?? 0) < 0x100);
  return true;
}

function namesAreExact(text: string): boolean {
  const known: readonly string[] = LABEL_KEYS;
  return [...text.matchAll(/"([^"]*)":/g)].every(([, name]) => known.includes(name ?? ''));
}

function isObjectOfTexts(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (!(value instanceof Object)) return false;
    // A name with a colon has to be quoted in YAML, and a value named AIGC is a label of its own.
    return Object.entries(value).every(([name, member]) => typeof member === 'string' && /^(?!AIGC$)\w+$/i.test(name));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
