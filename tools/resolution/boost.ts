import { fractions } from '@revera/testkit/pixels';

/** Rows of measured numbers, what each is (1: enlarged), and how much it counts. */
export interface TrainingSet {
  /** One array for each feature, over all rows. */
  columns: readonly Float64Array[];
  labels: Uint8Array;
  weights: Float64Array;
}

export interface BoostOptions {
  trees: number;
  leaves: number;
  depth: number;
  rate: number;
  seed: number;
}

/** An inner node sends values up to the threshold to the left. */
export type TreeNode =
  | { kind: 'leaf'; value: number }
  | { kind: 'inner'; feature: number; threshold: number; left: TreeNode; right: TreeNode };

export interface BoostedTrees {
  base: number;
  trees: TreeNode[];
}

const BINS = 128;
const LEAST_ROWS = 15;
const L2 = 2;
/** Each tree sees this share of the features. */
const FEATURE_SHARE = 0.5;

/** Gradient boosting on histograms, for the logistic loss: each tree corrects what those before it left. */
export function boost(set: TrainingSet, options: BoostOptions): BoostedTrees {
  const random = fractions(options.seed);
  const rows = set.labels.length;
  const binned = set.columns.map(binColumn);
  let [positive, all] = [0, 0];
  for (let row = 0; row < rows; row++) {
    const weight = set.weights[row] ?? 0;
    all += weight;
    positive += weight * (set.labels[row] ?? 0);
  }
  if (positive === 0 || positive === all) throw new RangeError('both kinds of samples are needed');
  const base = Math.log(positive / (all - positive));
  const scores = new Float64Array(rows).fill(base);
  const trees: TreeNode[] = [];
  for (let round = 0; round < options.trees; round++) {
    const [gradients, curvatures] = [new Float64Array(rows), new Float64Array(rows)];
    for (let row = 0; row < rows; row++) {
      const probability = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      const weight = set.weights[row] ?? 0;
      gradients[row] = weight * ((set.labels[row] ?? 0) - probability);
      curvatures[row] = weight * probability * (1 - probability);
    }
    const features = binned.map((_, feature) => feature).filter(() => random() < FEATURE_SHARE);
    const tree = growTree({ binned, features, gradients, curvatures, options });
    for (let row = 0; row < rows; row++) {
      scores[row] = (scores[row] ?? 0) + valueOf(tree, (feature) => set.columns[feature]?.[row] ?? 0);
    }
    trees.push(tree);
  }
  return { base, trees };
}

export function scoreOfTrees({ base, trees }: BoostedTrees, measured: (feature: number) => number): number {
  return trees.reduce((score, tree) => score + valueOf(tree, measured), base);
}

function valueOf(tree: TreeNode, measured: (feature: number) => number): number {
  let node = tree;
  while (node.kind === 'inner') node = measured(node.feature) <= node.threshold ? node.left : node.right;
  return node.value;
}

interface BinnedColumn {
  bins: Uint8Array;
  /** The highest value of each bin but the last. */
  edges: number[];
}

function binColumn(column: Float64Array): BinnedColumn {
  const sorted = column.toSorted();
  const edges = new Set<number>();
  for (let bin = 1; bin < BINS; bin++) {
    const at = Math.floor((bin * sorted.length) / BINS);
    const [below = 0, above = 0] = [sorted[at - 1], sorted[at]];
    // Kept in single precision, as in a model's file, so that both decide alike.
    if (above > below) edges.add(Math.fround((below + above) / 2));
  }
  const ordered = [...edges].toSorted((one, other) => one - other);
  return { bins: Uint8Array.from(column, (value) => binOf(value, ordered)), edges: ordered };
}

/** The first bin whose edge a value does not exceed. */
function binOf(value: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edges[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Growth {
  binned: readonly BinnedColumn[];
  features: readonly number[];
  gradients: Float64Array;
  curvatures: Float64Array;
  options: BoostOptions;
}

interface Split {
  gain: number;
  feature: number;
  bin: number;
  left: number[];
  right: number[];
}

/** A leaf that may still be split; `become` puts what it becomes into the tree. */
interface OpenLeaf {
  depth: number;
  split: Split | null;
  become(node: TreeNode): void;
}

/** The leaf whose split gains most is split next, until there are enough. */
function growTree(growth: Growth): TreeNode {
  const { gradients, options, binned } = growth;
  let root: TreeNode = { kind: 'leaf', value: 0 };
  const leaf = (rows: number[], depth: number, become: (node: TreeNode) => void): OpenLeaf => {
    become({ kind: 'leaf', value: leafValue(growth, rows) });
    return { depth, split: depth < options.depth ? bestSplit(growth, rows) : null, become };
  };
  const open = [leaf([...gradients.keys()], 0, (node) => (root = node))];
  for (let leaves = 1; leaves < options.leaves; leaves++) {
    const next = open
      .filter(({ split }) => split !== null)
      .reduce<OpenLeaf | null>((best, one) => ((one.split?.gain ?? 0) > (best?.split?.gain ?? 0) ? one : best), null);
    if (next === null || next.split === null) break;
    open.splice(open.indexOf(next), 1);
    const { feature, bin, left, right } = next.split;
    const none: TreeNode = { kind: 'leaf', value: 0 };
    const threshold = binned[feature]?.edges[bin] ?? 0;
    const inner: TreeNode = { kind: 'inner', feature, threshold, left: none, right: none };
    next.become(inner);
    open.push(leaf(left, next.depth + 1, (node) => (inner.left = node)));
    open.push(leaf(right, next.depth + 1, (node) => (inner.right = node)));
  }
  return root;
}

function leafValue({ gradients, curvatures, options }: Growth, rows: readonly number[]): number {
  let [gradient, curvature] = [0, 0];
  for (const row of rows) {
    gradient += gradients[row] ?? 0;
    curvature += curvatures[row] ?? 0;
  }
  return Math.fround((options.rate * gradient) / (curvature + L2));
}

function bestSplit(growth: Growth, rows: readonly number[]): Split | null {
  let best: { gain: number; feature: number; bin: number } = { gain: 1e-9, feature: -1, bin: -1 };
  for (const feature of growth.features) {
    const found = bestBin(growth, rows, feature);
    if (found.gain > best.gain) best = { ...found, feature };
  }
  const bins = growth.binned[best.feature]?.bins;
  if (bins === undefined) return null;
  const left = rows.filter((row) => (bins[row] ?? 0) <= best.bin);
  const right = rows.filter((row) => (bins[row] ?? 0) > best.bin);
  return { ...best, left, right };
}

function bestBin(growth: Growth, rows: readonly number[], feature: number): { gain: number; bin: number } {
  const { binned, gradients, curvatures } = growth;
  const bins = binned[feature]?.bins ?? new Uint8Array(0);
  const [gradientOf, curvatureOf] = [new Float64Array(BINS), new Float64Array(BINS)];
  const rowsOf = new Int32Array(BINS);
  let [allGradient, allCurvature] = [0, 0];
  for (const row of rows) {
    const bin = bins[row] ?? 0;
    gradientOf[bin] = (gradientOf[bin] ?? 0) + (gradients[row] ?? 0);
    curvatureOf[bin] = (curvatureOf[bin] ?? 0) + (curvatures[row] ?? 0);
    rowsOf[bin] = (rowsOf[bin] ?? 0) + 1;
    allGradient += gradients[row] ?? 0;
    allCurvature += curvatures[row] ?? 0;
  }
  const worth = (gradient: number, curvature: number): number => gradient ** 2 / (curvature + L2);
  const whole = worth(allGradient, allCurvature);
  let best = { gain: 0, bin: -1 };
  let [gradient, curvature, count] = [0, 0, 0];
  for (let bin = 0; bin < BINS - 1; bin++) {
    gradient += gradientOf[bin] ?? 0;
    curvature += curvatureOf[bin] ?? 0;
    count += rowsOf[bin] ?? 0;
    if (count < LEAST_ROWS || rows.length - count < LEAST_ROWS) continue;
    const gain = worth(gradient, curvature) + worth(allGradient - gradient, allCurvature - curvature) - whole;
    if (gain > best.gain) best = { gain, bin };
  }
  return best;
}
