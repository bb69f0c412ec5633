import { describe, expect, it } from 'vitest';
import { judgeClip } from '../lab/examine-clip.ts';
import { LAB_REASONS, LAB_VERDICTS, LAB_WARNINGS } from '../lab/facts.ts';
import { factsOf } from '../testing/lab-real-clips.ts';
import { LANGUAGES } from './language.ts';
import { presentLab } from './present-lab.ts';

/** What the answers of the lab may never say: traces are unsigned, and prove nothing. */
const TOO_STRONG = /\b(?:proof|certain(?:ly)?|made by|created by|fake|genuine|authentic)\b/i;

const facts = factsOf({
  'tag.comment': `Signature: ${'Zm9v'.repeat(64)}`,
  'metadata.model': 'iPhone 6',
  'label.producer': 'kling',
  'credential.present': true,
});

describe.each(LANGUAGES)('the lab in %s', (language) => {
  it('puts verdict, reason and caveats into words, with the names in place', () => {
    const report = presentLab(judgeClip(facts, 'grok'), { language });
    expect(report).toMatchObject({ verdict: 'consistent', reason: 'origin_match', band: 'strong' });
    expect(report.text).toContain('Grok Imagine');
    expect(report.caveats).toHaveLength(3);
    expect(JSON.stringify(report)).not.toMatch(/\{(?:claim|found)\}/);
  });

  it('names a label, a credential and metadata beside the traces', () => {
    const { beside, claim } = presentLab(judgeClip(facts, 'kling'), { language });
    expect(beside.map(({ kind, family }) => [kind, family])).toEqual([
      ['label', 'kling'],
      ['vendor_metadata', null],
      ['credential', null],
    ]);
    expect(claim.recognized).toBe(true);
  });

  it('masks what names an account or a device, unless it is asked for', () => {
    const shared = JSON.stringify(presentLab(judgeClip(facts, 'grok'), { language }));
    expect(shared).not.toContain('iPhone 6');
    expect(shared).not.toContain('Signature: ');
    expect(JSON.stringify(presentLab(judgeClip(facts), { language, showPersonal: true }))).toContain('iPhone 6');
  });

  it('has words for every code, none of which claims to know', () => {
    for (const code of LAB_WARNINGS) {
      const [warning] = presentLab(judgeClip({ ...facts, warnings: [code] }), { language }).warnings;
      expect(warning?.text, code).toMatch(/[.。]$/);
    }
    const report = presentLab(judgeClip(facts, 'kling'), { language });
    for (const verdict of LAB_VERDICTS) {
      for (const reason of LAB_REASONS) {
        const result = judgeClip(facts, 'kling');
        const comparison = { ...result.comparison, verdict, reason };
        const { title, text } = presentLab({ ...result, comparison }, { language });
        expect(`${title} ${text}`, reason).not.toMatch(TOO_STRONG);
        expect(text, reason).not.toBe('');
      }
    }
    expect(report.stages).toHaveLength(7);
  });
});
