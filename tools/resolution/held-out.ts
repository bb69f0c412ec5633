import { decodePixelModel, scorePixels } from '@revera/provenance';
import { SOFT_CONTROLS } from './controls.ts';
import { WAYS, type Truth } from './sample.ts';
import { wilsonInterval } from './tally.ts';
import { quantile, type Row } from './train-model.ts';

/** One original in so many is kept from the training. */
const HELD_OUT = 5;
/** For a comparison of models whose thresholds differ. */
const FALSE_ALARM_SHARE = 0.01;

/** All samples of one original stay together. */
export function splitRows(rows: readonly Row[]): { training: Row[]; heldOut: Row[] } {
  const sources = [...new Set(rows.map(({ source }) => source))].toSorted();
  const kept = new Set(sources.filter((_, at) => at % HELD_OUT === HELD_OUT - 1));
  return {
    training: rows.filter(({ source }) => !kept.has(source)),
    heldOut: rows.filter(({ source }) => kept.has(source)),
  };
}

const isHard = (truth: Truth): boolean => truth.kind === 'native' && !SOFT_CONTROLS.has(truth.control);

const KINDS: readonly (readonly [kind: string, isOfKind: (truth: Truth) => boolean])[] = [
  ['native, soft ones aside', isHard],
  ['native, soft', (truth) => truth.kind === 'native' && !isHard(truth)],
  ['enlarged', ({ kind }) => kind === 'enlarged'],
  ['enlarged, 1.5 or more', (truth) => truth.kind === 'enlarged' && truth.factor >= 1.5],
  ...WAYS.map(
    (way) => [`enlarged, ${way}`, (truth: Truth) => truth.kind === 'enlarged' && truth.ways.includes(way)] as const,
  ),
];

/**
 * How often the score of a model's file, without the gates around it, reaches its threshold: a line for each kind of sample. The
 * last line is independent of the threshold, so that models can be compared by it.
 */
export function describeScores(file: unknown, rows: readonly Row[]): string[] {
  const model = decodePixelModel(file);
  const scored = rows.map((row) => ({ truth: row.truth, score: scorePixels(model, row) }));
  const share = (isOfKind: (truth: Truth) => boolean, threshold: number): string => {
    const samples = scored.filter(({ truth }) => isOfKind(truth));
    const found = samples.filter(({ score }) => score >= threshold).length;
    const [low, high] = wilsonInterval(found, samples.length).map((bound) => (100 * bound).toFixed(1));
    return `${found} of ${samples.length} at or above the threshold [${low}, ${high}] %`;
  };
  const natives = scored.filter(({ truth }) => isHard(truth)).map(({ score }) => score);
  const equal = quantile(natives, 1 - FALSE_ALARM_SHARE);
  return [
    ...KINDS.map(([kind, isOfKind]) => `${kind}: ${share(isOfKind, model.enlarged)}`),
    `enlarged, by a threshold of ${equal.toFixed(2)}, which 1 % of these native ones reach: ${share(({ kind }) => kind === 'enlarged', equal)}`,
  ];
}
