import { createPixelWorkspace, judgePixels, type PixelJudgement } from '@revera/provenance';
import { decodeOriginal, seedOf, UsageError, type Original } from './originals.ts';
import type { Sample } from './sample.ts';
import { samplesOf } from './samples.ts';
import { count, groupsOf, type Tally } from './tally.ts';

export interface Evaluation {
  tally: Tally;
  /** Originals with at least one native sample that was taken for enlarged. */
  sourcesWithFalseAlarm: number;
  sources: number;
  /** Factors that were named for enlarged samples, and those within 3 % of the truth, alone or with the alternatives. */
  factors: { named: number; right: number; rightWithAlternatives: number };
  /** What a user may want to look at: files that could not be decoded, and native samples that were taken for enlarged. */
  notes: string[];
}

/**
 * Every original as it is, and what is made of it. All samples of one original stay together.
 *
 * @throws {UsageError} when no original can be decoded
 */
export async function evaluate(originals: readonly Original[]): Promise<Evaluation> {
  const result: Evaluation = {
    tally: new Map(),
    sourcesWithFalseAlarm: 0,
    sources: 0,
    factors: { named: 0, right: 0, rightWithAlternatives: 0 },
    notes: [],
  };
  const workspace = createPixelWorkspace();
  for (const original of originals) {
    const picture = await decodeOriginal(original, result.notes);
    if (picture === null) continue;
    result.sources++;
    let falseAlarms = 0;
    for await (const sample of samplesOf(picture, original.codecGrid, seedOf(original))) {
      const judgement = judgePixels(sample.window, workspace);
      const { status, estimatedFactor, factorAlternatives } = judgement;
      count(result.tally, groupsOf(sample), status);
      const { truth } = sample;
      if (truth.kind === 'native') {
        if (status !== 'likely_upscaled') continue;
        result.notes.push(describeFalseAlarm(original, sample, judgement));
        if (truth.control !== 'file as it is') falseAlarms++;
      } else if (estimatedFactor !== null) {
        const isRight = (factor: number): boolean => Math.abs(factor / truth.factor - 1) < 0.03;
        result.factors.named++;
        if (isRight(estimatedFactor)) result.factors.right++;
        if ([estimatedFactor, ...factorAlternatives].some(isRight)) result.factors.rightWithAlternatives++;
      }
    }
    if (falseAlarms > 0) result.sourcesWithFalseAlarm++;
  }
  if (result.sources === 0) throw new UsageError(['no original could be decoded', ...result.notes].join('\n'));
  return result;
}

/** Enough to look at the picture and at what its numbers were. */
function describeFalseAlarm({ path }: Original, { truth, codec }: Sample, { score, evidence }: PixelJudgement): string {
  const made = truth.kind === 'native' ? truth.control : `x${truth.factor}`;
  const codes = evidence.map(({ code, value }) => (value === null ? code : `${code} ${value}`));
  return `taken for enlarged: ${path}, ${made}, ${codec}, score ${score?.toFixed(2) ?? 'none'} (${codes.join(', ')})`;
}
