/** As the testkit's: the same seed gives the same numbers. */
interface Random {
  /** A whole number in [0, limit). */
  below(limit: number): number;
}

const CUTS = 600;
const ROUNDS = 1500;
const CHANGES_MAX = 4;

/** The file cut at many lengths, and copies with some bits and bytes changed. */
export function* damagedCopies(bytes: Uint8Array, random: Random): Generator<Uint8Array> {
  const step = Math.max(1, Math.floor(bytes.length / CUTS));
  for (let length = 0; length < bytes.length; length += step) yield bytes.slice(0, length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const copy = bytes.slice();
    for (let change = random.below(CHANGES_MAX); change >= 0; change -= 1) {
      const at = random.below(copy.length);
      const isFlip = random.below(2) === 0;
      copy[at] = isFlip ? (copy[at] ?? 0) ^ (1 << random.below(8)) : random.below(256);
    }
    yield copy;
  }
}
