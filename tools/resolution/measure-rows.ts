import { createPixelWorkspace, measurePixels, RESOLUTION_LIMITS } from '@revera/provenance';
import { trainingSamplesOf } from './enlarge.ts';
import { decodeOriginal, seedOf, UsageError, type Original } from './originals.ts';
import { FOLDS, type Row } from './train-model.ts';

/** One more than the folds, because one original in five is kept from the training. */
const LEAST_ORIGINALS = FOLDS + 1;

/**
 * What is measured of everything that is made of the originals. `told` is called after each of them, for who waits.
 *
 * @throws {UsageError} with fewer originals than a training needs
 */
export async function measureRows(
  originals: readonly Original[],
  notes: string[],
  told: (rows: number, at: number) => void = () => undefined,
): Promise<Row[]> {
  assertEnough(originals.length, 'were found');
  const workspace = createPixelWorkspace();
  const rows: Row[] = [];
  let decoded = 0;
  for (const [at, original] of originals.entries()) {
    const picture = await decodeOriginal(original, notes);
    if (picture === null) continue;
    decoded++;
    for await (const { window, truth } of trainingSamplesOf(picture, original.codecGrid, seedOf(original))) {
      if (Math.min(window.width, window.height) < RESOLUTION_LIMITS.leastSide) continue;
      rows.push({ source: original.sha256, truth, values: measurePixels(window, workspace).features.values });
    }
    told(rows.length, at + 1);
  }
  assertEnough(decoded, 'could be decoded');
  return rows;
}

function assertEnough(count: number, what: string): void {
  if (count >= LEAST_ORIGINALS) return;
  throw new UsageError(
    `${count} originals ${what}; a training needs ${LEAST_ORIGINALS} at least, better some hundreds`,
  );
}
