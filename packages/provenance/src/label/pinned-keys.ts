import type { Point } from './sm2-curve.ts';

export interface PinnedKey {
  signer: string;
  /** ContentProducer values of labels that this key signs without bringing it along. */
  producers: readonly string[];
  point: Point;
}

/** Keys known to be a producer's because its own services' files use them. */
export const PINNED_KEYS: readonly PinnedKey[] = [
  {
    signer: 'MiniMax',
    producers: ['MiniMax', 'Minimax Agent AI'],
    // Files contain only x; this is the even one of its two y values.
    point: {
      x: 0xa0b3b0b6a0c9b0c89cab328342af4e8221ec5b40799cbe835ab4251f7b47e4fdn,
      y: 0x811a52de4f51d455f47a34d1d9208e85c4771283ba00416c6125b796199a30f0n,
    },
  },
];
