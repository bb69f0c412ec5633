import { createHash } from 'node:crypto';
import { PIXEL_FEATURES, PIXEL_REFERENCES, type PixelFeature } from '@revera/provenance';
import { boost, scoreOfTrees, type BoostedTrees, type BoostOptions, type TreeNode } from './boost.ts';
import { SOFT_CONTROLS } from './controls.ts';
import type { Truth } from './sample.ts';

/** One measured sample. */
export interface Row {
  /** The original it was made of. */
  source: string;
  truth: Truth;
  /** In the order of `PIXEL_FEATURES`. */
  values: Float64Array;
}

/** As the study trained: the share of flat blocks is a gate of the decision and no feature of the model. */
const BOOSTING: BoostOptions = { trees: 350, leaves: 12, depth: 5, rate: 0.06, seed: 1 };
const MODEL_FEATURES: readonly PixelFeature[] = PIXEL_FEATURES.filter((name) => name !== 'flat8');
/** Parts of the originals; each is scored by a model that was trained on the others. */
export const FOLDS = 5;
/** Native samples count twice: a false alarm is worse than a miss. */
const NATIVE_WEIGHT = 2;
const FALSE_ALARM_SHARE = 0.004;
const MISSED_SHARE = 0.02;
const REFERENCE_SHARE = 0.99;

/**
 * The file of a model. Both thresholds are read from scores that were given by models which had not seen the sample's original:
 * one that 0.4 % of native samples exceed, the soft ones aside, and one below which 2 % of enlarged samples stay.
 *
 * @throws {RangeError} with fewer originals than folds, or with samples of one kind alone
 */
export function trainModel(rows: readonly Row[], options: BoostOptions = BOOSTING): Record<string, unknown> {
  const sources = [...new Set(rows.map(({ source }) => source))].toSorted();
  if (sources.length < FOLDS) throw new RangeError(`${sources.length} originals; ${FOLDS} at least are needed`);
  const foldOf = new Map(sources.map((source, at) => [source, at % FOLDS]));
  const unseen = new Float64Array(rows.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const trained = trainOn(
      rows.filter(({ source }) => foldOf.get(source) !== fold),
      options,
    );
    rows.forEach((row, at) => {
      if (foldOf.get(row.source) === fold) unseen[at] = scoreOf(trained, row);
    });
  }
  const isHard = ({ truth }: Row): boolean => truth.kind === 'native' && !SOFT_CONTROLS.has(truth.control);
  const enlarged = quantile(
    rows.flatMap((row, at) => (isHard(row) ? [unseen[at] ?? 0] : [])),
    1 - FALSE_ALARM_SHARE,
  );
  const missed = quantile(
    rows.flatMap(({ truth }, at) => (truth.kind === 'enlarged' ? [unseen[at] ?? 0] : [])),
    MISSED_SHARE,
  );
  const native = rows.filter(isHard);
  const rest = {
    format: 1,
    trained: {
      by: 'npm run train:resolution',
      samples: rows.length,
      sources: sources.length,
      data_sha256: digestOf(rows),
      boosting: options,
    },
    ...encodeTrees(trainOn(rows, options)),
    enlarged: rounded(enlarged),
    // The classes may not overlap at all in a small set; then what lies between them is uncertain.
    native: rounded(Math.min(missed, enlarged - 1)),
    references: Object.fromEntries(
      PIXEL_REFERENCES.map((name) => {
        const place = PIXEL_FEATURES.indexOf(name);
        return [
          name,
          rounded(
            quantile(
              native.map(({ values }) => values[place] ?? 0),
              REFERENCE_SHARE,
            ),
          ),
        ];
      }),
    ),
    features: MODEL_FEATURES,
  };
  return { sha256: createHash('sha256').update(JSON.stringify(rest)).digest('hex'), ...rest };
}

/** Of what was measured: the content of each original, what was made of it, and the numbers. */
function digestOf(rows: readonly Row[]): string {
  const hash = createHash('sha256');
  for (const { source, truth, values } of rows) hash.update(`${source} ${JSON.stringify(truth)}\n`).update(values);
  return hash.digest('hex');
}

function trainOn(rows: readonly Row[], options: BoostOptions): BoostedTrees {
  return boost(
    {
      columns: MODEL_FEATURES.map((name) => {
        const place = PIXEL_FEATURES.indexOf(name);
        return Float64Array.from(rows, ({ values }) => values[place] ?? 0);
      }),
      labels: Uint8Array.from(rows, ({ truth }) => (truth.kind === 'enlarged' ? 1 : 0)),
      weights: Float64Array.from(rows, ({ truth }) => (truth.kind === 'enlarged' ? 1 : NATIVE_WEIGHT)),
    },
    options,
  );
}

function scoreOf(trained: BoostedTrees, { values }: Row): number {
  return scoreOfTrees(trained, (feature) => values[PLACES[feature] ?? -1] ?? 0);
}

const PLACES = MODEL_FEATURES.map((name) => PIXEL_FEATURES.indexOf(name));

/** Five bytes a node, each tree from its root with the left child first; the engine's decoder says what they mean. */
function encodeTrees({ base, trees }: BoostedTrees): { base: number; nodes: string } {
  const parts: Buffer[] = [];
  const write = (node: TreeNode): void => {
    const bytes = Buffer.alloc(5);
    bytes[0] = node.kind === 'leaf' ? 0 : node.feature + 1;
    bytes.writeFloatLE(node.kind === 'leaf' ? node.value : node.threshold, 1);
    parts.push(bytes);
    if (node.kind === 'leaf') return;
    write(node.left);
    write(node.right);
  };
  trees.forEach(write);
  return { base, nodes: Buffer.concat(parts).toString('base64') };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place - Math.floor(place));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
