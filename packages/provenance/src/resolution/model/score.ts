import type { FeatureVector } from '../measure/feature-vector.ts';
import type { Model } from './decode-model.ts';

/** Log-odds on the mix of images that the model was trained on; no probability about the world. */
export function scoreOf(model: Model, { values: measured }: Pick<FeatureVector, 'values'>): number {
  const { roots, features, values, right } = model;
  let score = model.base;
  for (const root of roots) {
    let node = root;
    for (let feature = features[node] ?? -1; feature >= 0; feature = features[node] ?? -1) {
      node = (measured[feature] ?? 0) <= (values[node] ?? 0) ? node + 1 : (right[node] ?? 0);
    }
    score += values[node] ?? 0;
  }
  return score;
}
