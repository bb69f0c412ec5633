import { decodePixelModel, scorePixels } from '@revera/provenance';
import { SOFT_CONTROLS } from './samples.ts';
import { wilsonInterval } from './tally.ts';
import type { Row } from './train-model.ts';

/** One original in so many is kept from the training. */
const HELD_OUT = 5;

/** All samples of one original stay together. */
export function splitRows(rows: readonly Row[]): { training: Row[]; heldOut: Row[] } {
  const sources = [...new Set(rows.map(({ source }) => source))].toSorted();
  const kept = new Set(sources.filter((_, at) => at % HELD_OUT === HELD_OUT - 1));
  return {
    training: rows.filter(({ source }) => !kept.has(source)),
    heldOut: rows.filter(({ source }) => kept.has(source)),
  };
}

/** How often the score of a model's file, without the gates around it, reaches its threshold: a line for each kind of sample. */
export function describeScores(file: unknown, rows: readonly Row[]): string[] {
  const model = decodePixelModel(file);
  const kinds = [
    ['native, soft ones aside', ({ truth }: Row) => truth.kind === 'native' && !SOFT_CONTROLS.has(truth.control)],
    ['native, soft', ({ truth }: Row) => truth.kind === 'native' && SOFT_CONTROLS.has(truth.control)],
    ['enlarged', ({ truth }: Row) => truth.kind === 'enlarged'],
  ] as const;
  return kinds.map(([kind, isOfKind]) => {
    const samples = rows.filter(isOfKind);
    const found = samples.filter((row) => scorePixels(model, row) >= model.enlarged).length;
    const [low, high] = wilsonInterval(found, samples.length).map((share) => (100 * share).toFixed(1));
    return `${kind}: ${found} of ${samples.length} at or above the threshold [${low}, ${high}] %`;
  });
}
