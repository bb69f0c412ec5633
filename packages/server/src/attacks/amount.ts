import { createHash } from 'node:crypto';

/** How much of each attack is run: 1 with the other tests, more by `REVERA_ATTACK_TIMES=20 npm run attack`. */
export const TIMES = Math.max(1, Number(process.env['REVERA_ATTACK_TIMES'] ?? 1));

/** Where the random choices begin; other runs try others. A failure names it, so that it can be met again. */
export const SEED = Number(process.env['REVERA_ATTACK_SEED'] ?? 1);

/** The seed of one attack: the same for the same run, another for each attack. */
export function seedFor(attack: string): number {
  return SEED + createHash('sha256').update(attack).digest().readUInt32BE();
}

/** Where choices come from: `seededRandom` of the testkit. */
export interface Choices {
  /** A whole number in [0, limit). */
  below(limit: number): number;
}

/** One of the values. */
export function pick<T>(choices: Choices, values: readonly [T, ...T[]]): T {
  return values[choices.below(values.length)] ?? values[0];
}
