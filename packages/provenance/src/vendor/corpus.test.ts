import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { expect, it } from 'vitest';
import { openFileSource } from '../bytes/random-access.ts';
import { listFiles } from '../testing/shared-files.ts';
import { readWithoutCredential, type VendorReading } from '../testing/vendor-reading.ts';

/** The real files whose ordinary metadata say AI, and the rules by which they do. */
const WITH_EVIDENCE: Readonly<Record<string, { rules: readonly string[]; why: string }>> = {
  'vendor/grok-1.jpg': { rules: ['grok'], why: 'a signature in two fields, and a UUID as artist' },
  'vendor/midjourney-1.png': {
    rules: ['midjourney', 'digital-source-type'],
    why: 'options and a job in the description, and the source type in its packet',
  },
};
/** Real files whose label says AI: that is the label's evidence. */
const WITH_LABEL = ['aigc/doubao_black_1x1_1.png', 'aigc/jimeng_cap_A.png'];
const AI_KINDS = new Set(['generated', 'edited']);

function read(path: string): VendorReading {
  const source = openFileSource(path);
  try {
    return readWithoutCredential(source);
  } finally {
    source.close();
  }
}

describeWithShared('real files without their credentials', 'corpus', (corpus) => {
  const files = listFiles(corpus);

  it('are called AI only where a field says so', () => {
    const claimed = files.flatMap((path) => {
      const { facts } = read(join(corpus, path));
      const rules = (facts?.evidence ?? []).filter(({ kind }) => AI_KINDS.has(kind)).map(({ rule }) => rule);
      return rules.length === 0 ? [] : [[path, [...new Set(rules)]] as const];
    });
    expect(Object.fromEntries(claimed)).toEqual(
      Object.fromEntries(Object.entries(WITH_EVIDENCE).map(([path, { rules }]) => [path, rules])),
    );
  });

  it('end in no claim of AI but by evidence or label, and in none that there is no AI', () => {
    const claims = files.flatMap((path) => {
      const { ai_generated } = read(join(corpus, path)).verdict;
      return ai_generated === null ? [] : [[path, ai_generated] as const];
    });
    const expected = [...Object.keys(WITH_EVIDENCE), ...WITH_LABEL].map((path) => [path, true] as const);
    expect(Object.fromEntries(claims)).toEqual(Object.fromEntries(expected));
  });
});
