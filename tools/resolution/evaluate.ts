import { createPixelWorkspace, judgePixels } from '@revera/provenance';
import { decodePicture, type Picture } from '@revera/testkit/pixels';
import { seedOf, type Original } from './originals.ts';
import { samplesOf } from './samples.ts';
import { count, groupsOf, type Tally } from './tally.ts';

export interface Evaluation {
  tally: Tally;
  /** Originals with at least one native sample that was taken for enlarged. */
  sourcesWithFalseAlarm: number;
  sources: number;
  /** Factors that were named for enlarged samples, and those within 3 % of the truth, alone or with the alternatives. */
  factors: { named: number; right: number; rightWithAlternatives: number };
  /** What a user may want to look at: files that could not be decoded, and files that were taken for enlarged as they are. */
  notes: string[];
}

/** Every original as it is, and what is made of it. All samples of one original stay together. */
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
    const picture = await decodeOr(original, result.notes);
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
        if (truth.control === 'file as it is') result.notes.push(`taken for enlarged as it is: ${original.path}`);
        else falseAlarms++;
      } else if (estimatedFactor !== null) {
        const isRight = (factor: number): boolean => Math.abs(factor / truth.factor - 1) < 0.03;
        result.factors.named++;
        if (isRight(estimatedFactor)) result.factors.right++;
        if ([estimatedFactor, ...factorAlternatives].some(isRight)) result.factors.rightWithAlternatives++;
      }
    }
    if (falseAlarms > 0) result.sourcesWithFalseAlarm++;
  }
  return result;
}

async function decodeOr(original: Original, notes: string[]): Promise<Picture | null> {
  try {
    return await decodePicture(original.path);
  } catch (error) {
    // The decoder's words for a file that it cannot read are all there is to say about it.
    notes.push(`left out: ${original.path} (${error instanceof Error ? error.message : String(error)})`);
    return null;
  }
}
