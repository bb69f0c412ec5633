import { MODEL_LIMITS } from '../limits.ts';
import { placeOfFeature, type FeatureName } from '../measure/feature-vector.ts';

/** Evidence for which a model's file says what one native image in a hundred reaches. */
export const REFERENCES = [
  'J1',
  'G',
  'GU',
  'D1',
  'D2',
  'h2',
  'h4',
  'c4r',
  'b13',
  'b17',
  'b24',
  'b26',
  'b35',
  'b46',
  'b57',
] as const satisfies readonly FeatureName[];
export type Reference = (typeof REFERENCES)[number];

/** Boosted trees, all nodes one after the other; the left child of a node follows it. */
export interface Model {
  /** Of the file, without this member. */
  sha256: string;
  /** The score of an image before anything is known of it. */
  base: number;
  /** Scores from here on are those of enlarged images; up to `native`, of native ones. */
  enlarged: number;
  native: number;
  references: Readonly<Record<Reference, number>>;
  /** The first node of each tree. */
  roots: Int32Array;
  /** The feature of an inner node; -1: a leaf. */
  features: Int16Array;
  /** An inner node sends values up to this to the left; a leaf adds it to the score. */
  values: Float32Array;
  /** The right child of an inner node. */
  right: Int32Array;
}

/** A model's file is not as it must be; the message names the place. */
export class ModelError extends Error {
  override name = 'ModelError';
}

const INNER_BYTES = 5;
const SHA_256 = /^[0-9a-f]{64}$/;
const BASE_64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * A model from the JSON of its file. The nodes are bytes in base64, each tree from its root with the left child first: the number
 * of a feature of the list, counted from 1, or 0 for a leaf, and then four bytes of a float, lowest first.
 *
 * @throws {ModelError}
 */
export function decodeModel(json: unknown): Model {
  const file = objectOf(json, 'the file');
  if (file['format'] !== 1) throw new ModelError('format: only 1 is known');
  const sha256 = file['sha256'];
  if (typeof sha256 !== 'string' || !SHA_256.test(sha256)) throw new ModelError('sha256: no digest');
  const [enlarged, native] = [numberOf(file, 'enlarged'), numberOf(file, 'native')];
  if (native >= enlarged) throw new ModelError('native: not below enlarged');
  const given = objectOf(file['references'], 'references');
  const references = { ...NO_REFERENCES };
  for (const name of REFERENCES) references[name] = numberOf(given, name);
  return {
    sha256,
    base: numberOf(file, 'base'),
    enlarged,
    native,
    references,
    ...decodeNodes(decodeBase64(file['nodes']), decodeFeatures(file['features'])),
  };
}

const NO_REFERENCES: Record<Reference, number> = {
  J1: 0,
  G: 0,
  GU: 0,
  D1: 0,
  D2: 0,
  h2: 0,
  h4: 0,
  c4r: 0,
  b13: 0,
  b17: 0,
  b24: 0,
  b26: 0,
  b35: 0,
  b46: 0,
  b57: 0,
};

function objectOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ModelError(`${place}: no object`);
  return Object.fromEntries(Object.entries(value));
}

function numberOf(object: Readonly<Record<string, unknown>>, name: string): number {
  const value = object[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ModelError(`${name}: no number`);
  return value;
}

/** For each feature of the file, its place in the vector. */
function decodeFeatures(value: unknown): Int16Array {
  if (!Array.isArray(value)) throw new ModelError('features: no list');
  if (value.length > MODEL_LIMITS.features) throw new ModelError('features: too many');
  return Int16Array.from(value, (name: unknown) => {
    const place = typeof name === 'string' ? placeOfFeature(name) : undefined;
    if (place === undefined) throw new ModelError(`features: ${String(name)} is not measured`);
    return place;
  });
}

function decodeBase64(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 4 !== 0) throw new ModelError('nodes: no base64');
  if (value.length > (MODEL_LIMITS.nodes * INNER_BYTES * 4) / 3) throw new ModelError('nodes: too many');
  if (!BASE_64.test(value)) throw new ModelError('nodes: no base64');
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length % INNER_BYTES !== 0) throw new ModelError('nodes: the last one is cut');
  return bytes;
}

function decodeNodes(bytes: Buffer, places: Int16Array): Pick<Model, 'roots' | 'features' | 'values' | 'right'> {
  const count = bytes.length / INNER_BYTES;
  const features = new Int16Array(count);
  const values = new Float32Array(count);
  const right = new Int32Array(count);
  const roots: number[] = [];
  /** Inner nodes whose right child has not come yet. */
  const open: number[] = [];
  for (let node = 0; node < count; node++) {
    // A leaf ends the left side of the last open node: what comes next is its right child.
    if (node > 0 && features[node - 1] === -1) {
      const parent = open.pop();
      if (parent !== undefined) right[parent] = node;
      else roots.push(node);
    }
    if (node === 0) roots.push(node);
    const number = bytes[node * INNER_BYTES] ?? 0;
    const value = bytes.readFloatLE(node * INNER_BYTES + 1);
    if (!Number.isFinite(value)) throw new ModelError(`node ${node}: no number`);
    values[node] = value;
    features[node] = number === 0 ? -1 : (places[number - 1] ?? -2);
    if (features[node] === -2) throw new ModelError(`node ${node}: no such feature`);
    if (number > 0) open.push(node);
    if (open.length > MODEL_LIMITS.depth) throw new ModelError(`node ${node}: too deep`);
  }
  if (open.length > 0 || features[count - 1] !== -1) throw new ModelError('nodes: the last tree is cut');
  if (roots.length > MODEL_LIMITS.trees) throw new ModelError('nodes: too many trees');
  return { roots: Int32Array.from(roots), features, values, right };
}
