import { seededRandom } from '../seeded-random.ts';

/** Numbers from 0 to 1, without 1; the same for the same seed. */
export function fractions(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random.below(2 ** 32) / 2 ** 32;
}
