import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { aigcCases, aigcLookAlikes, sparseMp4, type AigcCase } from '@revera/testkit/label';
import { describe, expect, it } from 'vitest';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import { sniff } from '../media/sniff.ts';
import type { LabelFacts, LabelSeverity, ProviderFacts } from './facts.ts';
import { readLabels } from './read-labels.ts';

/** Numbers are those of the list of cases that the standard, its guides and the files of vendors gave. */
const SEVERITY_RANKS: Readonly<Record<LabelSeverity, number>> = { info: 0, warning: 1, error: 2 };

function read(source: RandomAccess): LabelFacts {
  const mediaType = sniff(source);
  if (mediaType === null) throw new Error('of no known type');
  return readLabels(source, mediaType);
}

function check({ labels, findings, look_alikes, problems }: LabelFacts, { expected }: AigcCase): void {
  const [first] = labels;
  const raised = [...labels.flatMap((label) => label.findings), ...findings];
  const rules = new Set(raised.map(({ rule }) => rule));
  expect(labels).toHaveLength(expected.labels);
  const { state, form, fields, placement, reservedCode1, signature } = expected;
  const simple = { state, form, fields, placement };
  expect(first ?? {}).toMatchObject(
    Object.fromEntries(Object.entries(simple).filter(([, value]) => value !== undefined)),
  );
  if (reservedCode1 !== undefined) expect(first?.reserved_code_1.content).toBe(reservedCode1);
  if (signature !== undefined) expect(first?.reserved_code_1.signature).toBe(signature);
  if (expected.deviations !== undefined) {
    expect(first?.deviations).toEqual(expect.arrayContaining([...expected.deviations]));
  }
  if (expected.carriers !== undefined) {
    expect(labels.map(({ carrier }) => carrier).toSorted()).toEqual([...expected.carriers].toSorted());
  }
  checkProvider(first?.producer ?? null, expected.producer);
  checkProvider(first?.propagator ?? null, expected.propagator);
  expect((expected.raised ?? []).filter((rule) => !rules.has(rule))).toEqual([]);
  expect((expected.absent ?? []).filter((rule) => rules.has(rule))).toEqual([]);
  if (expected.worst !== undefined) {
    const allowed = SEVERITY_RANKS[expected.worst];
    expect(raised.filter(({ severity }) => SEVERITY_RANKS[severity] > allowed)).toEqual([]);
  }
  if (expected.lookAlike !== undefined) {
    const { schema, assertsAi } = expected.lookAlike;
    expect(look_alikes).toEqual([expect.objectContaining({ schema, asserts_ai: assertsAi })]);
  }
  if (expected.problems === true) expect(problems).not.toEqual([]);
  else expect(problems).toEqual([]);
}

function checkProvider(facts: ProviderFacts | null, expected: AigcCase['expected']['producer']): void {
  if (expected === undefined) return;
  const { kind, uscc, checkDigitValid, serviceType, applicationCode, company } = expected;
  const members = {
    kind,
    uscc,
    check_digit_valid: checkDigitValid,
    service_type: serviceType,
    application_code: applicationCode,
  };
  expect(facts).toMatchObject(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)));
  if (company !== undefined) expect(facts?.company?.en).toContain(company);
}

const titled = aigcCases.map((one) => ({ ...one, name: `${one.number}${one.part ?? ''}: ${one.title}`, one }));
/** The case of 200 MB of openings is scanned to the limit of texts, and says so. */
const SCANNED_TO_THE_LIMIT = 62;

describe('the cases of the reference', () => {
  it('are all there: 1 to 63, and 64 to 69 in the tests of the writers', () => {
    expect([...new Set(aigcCases.map(({ number }) => number))]).toEqual(Array.from({ length: 63 }, (_, i) => i + 1));
  });

  it.each(titled.filter(({ build, number }) => build !== null && number !== SCANNED_TO_THE_LIMIT))(
    '$name',
    ({ one }) => {
      check(read(bufferSource(one.build?.() ?? new Uint8Array())), one);
    },
  );

  it.each(titled.filter(({ number }) => number === SCANNED_TO_THE_LIMIT))('$name', ({ one }) => {
    const { labels, problems } = read(bufferSource(one.build?.() ?? new Uint8Array()));
    expect(labels).toEqual([]);
    expect(problems.every(({ kind }) => kind === 'limit')).toBe(true);
  });

  it('40: a label behind 5 GB of media data is read without them', () => {
    const { head, zeros, tail } = sparseMp4(5 * 2 ** 30);
    let bytes = 0;
    const parts = { size: head.length + zeros + tail.length, close: () => undefined };
    const source: RandomAccess = {
      ...parts,
      read: (offset, length) => {
        const out = new Uint8Array(Math.max(0, Math.min(length, parts.size - offset)));
        out.set(head.subarray(Math.min(offset, head.length), Math.min(offset + out.length, head.length)));
        const tailStart = head.length + zeros;
        if (offset + out.length > tailStart) {
          const from = Math.max(0, offset - tailStart);
          out.set(
            tail.subarray(from, from + out.length - Math.max(0, tailStart - offset)),
            Math.max(0, tailStart - offset),
          );
        }
        bytes += out.length;
        return out;
      },
    };
    expect(read(source).labels).toHaveLength(1);
    expect(bytes).toBeLessThan(128 * 1024);
  });
});

describeWithShared('the real files', 'corpus', (corpus) => {
  const real = titled.filter(({ realFile }) => realFile !== undefined && realFile !== 'samsung_black_1.png');
  it.each(real)('$name', ({ one }) => {
    check(read(bufferSource(readFileSync(join(corpus, 'aigc', one.realFile ?? '')))), one);
  });
});

describe('what only looks like a label', () => {
  it.each(aigcLookAlikes)('$id', ({ build, schema, assertsAi }) => {
    const facts = read(bufferSource(build()));
    expect(facts.labels).toEqual([]);
    const expected = schema === undefined ? [] : [expect.objectContaining({ schema, asserts_ai: assertsAi ?? false })];
    expect(facts.look_alikes).toEqual(expected);
  });
});
