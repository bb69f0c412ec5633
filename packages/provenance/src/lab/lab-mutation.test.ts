import { mutateFile, mutationRun, seededRandom } from '@revera/testkit';
import { hostileFiles } from '@revera/testkit/hostile';
import { ClipKit, LAB_CASES, missingPrograms } from '@revera/testkit/lab';
import { mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RandomAccess } from '../bytes/random-access.ts';
import { examineClip } from './examine-clip.ts';
import type { LabResult } from './facts.ts';
import { LAB_LIMITS } from './limits.ts';

const { mutations, seed } = mutationRun;
/** One of each container and codec; each with an index that mutations reach. */
const CLIPS = new Set(['2', '10', '12', '13', '27', '45', '54ts', '54flv', '54avi', '60c']);
const LARGEST_BYTES = 64 * 1024;
/** What deciding the type may read besides, and one read ahead of the bound. */
const SLACK_BYTES = 130 * 1024;

describe(`mutated clips, seed ${seed}`, () => {
  const kit = new ClipKit();
  const originals: Uint8Array[] = Object.values(mediaKinds).map(({ build }) => build());
  afterAll(() => kit.close());

  beforeAll(() => {
    for (const { id, needs, build } of LAB_CASES) {
      if (!CLIPS.has(id) || missingPrograms(needs).length > 0) continue;
      const file = build(kit);
      // The index is at one end or the other; what is between them says little.
      const isShort = file.length <= LARGEST_BYTES;
      originals.push(isShort ? file : file.subarray(0, LARGEST_BYTES));
    }
  }, 120_000);

  it(`${mutations} of them end as a judgement: nothing escapes, reads and answers stay bounded`, () => {
    const random = seededRandom(seed);
    for (let index = 0; index < mutations; index += 1) {
      const original = originals[index % originals.length];
      if (original === undefined) throw new Error('no original');
      examine(mutateFile(original, random), `mutation ${index}`);
    }
  }, 900_000);

  it.each(Object.entries(hostileFiles))('%s stays within the budget of a clip', (name, { build }) => {
    const file = build();
    for (const part of [1, 0.9, 0.5, 0.1]) examine(file.subarray(0, Math.floor(file.length * part)), name);
  });
});

function examine(file: Uint8Array, name: string): void {
  let [bytes, calls] = [0, 0];
  const source: RandomAccess = {
    size: file.length,
    read: (offset, length) => {
      const part = file.subarray(Math.min(offset, file.length), Math.min(offset + length, file.length));
      bytes += part.length;
      calls += 1;
      return part;
    },
    close: () => undefined,
  };
  try {
    check(examineClip(source, 'kling'));
  } catch (error) {
    throw new Error(name, { cause: error });
  }
  expect(bytes, name).toBeLessThanOrEqual(LAB_LIMITS.readBytes + SLACK_BYTES);
  expect(calls, name).toBeLessThanOrEqual(3 * LAB_LIMITS.steps);
}

function check({ facts, comparison }: LabResult): void {
  if (facts.observations.length > LAB_LIMITS.observations) throw new Error('too many observations');
  const texts = facts.observations.map(({ value }) => value).filter((value) => typeof value === 'string');
  if (texts.some((text) => text.length > LAB_LIMITS.tagChars || text.includes('\0'))) throw new Error('a text');
  for (const { value } of facts.observations) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('a number that is none');
  }
  if (facts.clip.layout.length > 2 * LAB_LIMITS.layoutParts) throw new Error('a long layout');
  if (!(comparison.mine >= 0 && comparison.mine <= 95)) throw new Error(`support of ${comparison.mine}`);
}
