import { describe, expect, it } from 'vitest';
import { factsOf } from '../../testing/lab-real-clips.ts';
import { judgeClip } from '../examine-clip.ts';
import type { LabFacts } from '../facts.ts';
import { PIPELINES } from '../rules/pipelines.ts';
import { makeRuleBook } from '../rules/rule-book.ts';
import type { LabGroup, Pipeline, Rule } from '../rules/rule.ts';

/** Rules with the weights that a row of the decision needs, each on a text of its own. */
function mark(pipeline: string, weight: number, group: LabGroup = 'tag', more: Partial<Rule> = {}): Rule {
  const when = { fact: 'tag.comment', re: `${pipeline.replace('.', '')}${weight}` } as const;
  return {
    id: `${pipeline}.${weight}`,
    pipeline,
    group,
    weight,
    evidence: 'seen',
    samples: 3,
    sources: ['t'],
    when,
    ...more,
  };
}

const RULES: readonly Rule[] = [
  mark('kuaishou.kling', 70),
  mark('kuaishou.kling', 25),
  mark('kuaishou.kling', 10, 'mux', { evidence: 'inferred', samples: 0 }),
  mark('xai.grok', 70),
  mark('xai.grok', 45, 'sei'),
  mark('apple.capture', 65),
  mark('tiktok', 55),
  mark('comfyui', 60),
  mark('bytedance.dreamina', 45),
];

function judge(comment: string, claim: string, more: Partial<LabFacts> = {}, pipelines = PIPELINES): string[] {
  const book = makeRuleBook(RULES, { pipelines, beside: [] });
  const { comparison } = judgeClip(factsOf({ 'tag.comment': comment }, more), claim, book);
  return [comparison.verdict, comparison.reason];
}

const KLING = 'kuaishoukling70';

describe('the decision, in the order of its rows', () => {
  it('1: nothing is said of a file without video', () => {
    expect(judge(KLING, 'kling', { status: 'unsupported' })).toEqual(['inconclusive', 'not_probed']);
  });

  it.each(['unknown', 'something else', '', 'k'.repeat(65)])('2: nothing is compared with the claim "%s"', (claim) => {
    expect(judge(KLING, claim)).toEqual(['inconclusive', 'no_claim']);
  });

  it('3: a platform is seen or not, and never contradicted by an origin', () => {
    expect(judge('tiktok55', 'tiktok')).toEqual(['consistent', 'stage_match']);
    expect(judge(KLING, 'tiktok')).toEqual(['inconclusive', 'stage_not_seen']);
  });

  it('3a: a claimed camera is an origin', () => {
    expect(judge('applecapture65', 'iPhone')).toEqual(['consistent', 'origin_match']);
    expect(judge(KLING, 'camera')).toEqual(['inconsistent', 'other_origin']);
  });

  it('3b: apps that run the models of others contradict nobody, in either direction', () => {
    expect(judge(KLING, 'comfyui')).toEqual(['inconclusive', 'hosted_model_possible']);
    expect(judge('comfyui60', 'kling')).toEqual(['inconclusive', 'hosted_model_possible']);
  });

  it('4: marks of the claim, clearly ahead of others, are consistent', () => {
    expect(judge(KLING, 'kling 2.6')).toEqual(['consistent', 'origin_match']);
    expect(judge(`${KLING} xaigrok45`, 'kling')).toEqual(['consistent', 'origin_match']);
    expect(judge(`${KLING} xaigrok70`, 'kling')).toEqual(['inconclusive', 'conflict']);
  });

  it('5: strong marks of another origin are inconsistent, moderate ones are not', () => {
    expect(judge('xaigrok70', 'kling')).toEqual(['inconsistent', 'other_origin']);
    expect(judge('xaigrok45', 'kling')).toEqual(['inconclusive', 'no_marks']);
    expect(judge('xaigrok70 kuaishoukling25', 'kling')).toEqual(['inconclusive', 'conflict']);
  });

  it('6: a recording is inconsistent with a generator', () => {
    expect(judge('applecapture65', 'kling')).toEqual(['inconsistent', 'camera_origin']);
  });

  it('7: two broken constraints count for a file straight from another generator', () => {
    const constraints = { fps: [24], maxSeconds: 8, sources: ['t'] };
    const bound = PIPELINES.map((one): Pipeline => (one.family === 'veo' ? { ...one, constraints } : one));
    const clip = { ...factsOf({ 'video.fps': 30 }).clip, duration_seconds: 12 };
    expect(judge('xaigrok45', 'veo', { clip }, bound)).toEqual(['inconsistent', 'constraint']);
    expect(judge('xaigrok45', 'veo', { clip: { ...clip, duration_seconds: 8 } }, bound)).toEqual([
      'inconclusive',
      'no_marks',
    ]);
    expect(judge('', 'veo', { clip }, bound)).toEqual(['inconclusive', 'no_marks']);
  });

  it('8: what is left says why nothing is known', () => {
    expect(judge('tiktok55', 'kling')).toEqual(['inconclusive', 'stripped_by_delivery']);
    expect(judge('kuaishoukling25', 'kling')).toEqual(['inconclusive', 'weak_marks']);
    expect(judge('', 'kling')).toEqual(['inconclusive', 'no_marks']);
  });
});

describe('support', () => {
  it('adds groups as independent witnesses, and counts the strongest rule of each', () => {
    const book = makeRuleBook(RULES, { pipelines: PIPELINES, beside: [] });
    const { stages } = judgeClip(factsOf({ 'tag.comment': 'xaigrok70 xaigrok45' }), 'grok', book);
    expect(stages.origin[0]).toMatchObject({ pipeline: 'xai.grok', support: 84, band: 'strong' });
  });

  it('never decides by what is only inferred', () => {
    const book = makeRuleBook(RULES, { pipelines: PIPELINES, beside: [] });
    const { stages, comparison } = judgeClip(factsOf({ 'tag.comment': 'kuaishoukling10' }), 'kling', book);
    expect(stages.origin[0]?.support).toBe(10);
    expect(comparison.mine).toBe(0);
  });

  it('drops the messages of a stream whose settings are another’s', () => {
    const book = makeRuleBook(RULES, { pipelines: PIPELINES, beside: [] });
    const facts = factsOf({ 'tag.comment': 'xaigrok45' }, { warnings: ['settings_contradicted'] });
    expect(judgeClip(facts, 'grok', book).comparison.mine).toBe(0);
  });
});
