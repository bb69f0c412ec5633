import { describe, expect, it } from 'vitest';
import { factsOf, REAL_CLIPS } from '../testing/lab-real-clips.ts';
import { judgeClip } from './examine-clip.ts';
import { Evidence } from './rules/ask.ts';
import { RULE_BOOK } from './rules/rule-book.ts';

const GENERATORS = ['sora', 'veo', 'kling', 'grok'];
/** Verdicts on the four claims; every other file and claim is inconclusive. */
const DECIDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  R01: { kling: 'consistent' },
  R04: { grok: 'consistent', sora: 'inconsistent', veo: 'inconsistent', kling: 'inconsistent' },
  R05: { grok: 'consistent', sora: 'inconsistent', veo: 'inconsistent', kling: 'inconsistent' },
  R19: { sora: 'inconsistent', veo: 'inconsistent', kling: 'inconsistent', grok: 'inconsistent' },
  R20: { sora: 'inconsistent', veo: 'inconsistent', kling: 'inconsistent', grok: 'inconsistent' },
};
const SEEN: readonly (readonly [clip: string, claim: string])[] = [
  ['R07', 'tiktok'],
  ['R08', 'whatsapp'],
  ['R09', 'whatsapp'],
  ['R10', 'youtube'],
  ['R11', 'youtube'],
];
const NAMED_BESIDE: readonly (readonly [clip: string, family: string])[] = [
  ['R01', 'kling'],
  ['R02', 'veo'],
  ['R03', 'veo'],
  ['R17', 'canva'],
];

function factsOfClip(id: string): ReturnType<typeof factsOf> {
  const clip = REAL_CLIPS.find((one) => one.id === id);
  if (clip === undefined) throw new Error(`no clip ${id}`);
  return factsOf(clip.facts);
}

describe('case 63: the facts of real files', () => {
  it.each(REAL_CLIPS.map(({ id, what }) => [id, what] as const))('%s, %s, is judged by its traces alone', (id) => {
    for (const claim of GENERATORS) {
      const { comparison } = judgeClip(factsOfClip(id), claim);
      expect([claim, comparison.verdict]).toEqual([claim, DECIDED[id]?.[claim] ?? 'inconclusive']);
    }
  });

  it.each(SEEN)('%s looks like %s', (id, claim) => {
    expect(judgeClip(factsOfClip(id), claim).comparison.verdict).toBe('consistent');
  });

  it('YouTube’s handler alone is not YouTube', () => {
    expect(judgeClip(factsOfClip('R12'), 'youtube').comparison.verdict).toBe('inconclusive');
  });

  it.each(NAMED_BESIDE)('%s: %s is named beside the traces', (id, family) => {
    expect(judgeClip(factsOfClip(id)).beside.map((one) => one.family)).toContain(family);
  });
});

describe('every scoring rule', () => {
  const measuredOnly = new Set(['handbrake.tag', 'handbrake.layout', 'ffmpeg.matroska', 'ffmpeg.transport']);
  const evidence = REAL_CLIPS.map(({ facts }) => new Evidence(factsOf(facts).observations, RULE_BOOK.patterns));
  const onSeen = RULE_BOOK.rules.filter(({ id, evidence: grade }) => grade === 'seen' && !measuredOnly.has(id));

  it.each(onSeen.filter(({ id }) => id !== 'kling.sei_text').map((rule) => [rule.id, rule] as const))(
    '%s holds for a real file, and not for every one',
    (_id, { when }) => {
      const holds = evidence.map((one) => one.holds(when) !== null);
      expect(holds).toContain(true);
      expect(holds).toContain(false);
    },
  );
});
