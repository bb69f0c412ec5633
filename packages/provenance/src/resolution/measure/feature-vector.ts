/**
 * What is measured of one image, by the names that the model knows. Frequencies in names count steps of 1/64 cycle a pixel; dB are
 * relative to the low band.
 *
 * - `J1 J2 J3 a1 a2`: the highest joint peaks of the spectral fold and their places; `X1 ax Y1 ay`: those of one axis; `C1`:
 *   coherence at the first.
 * - `G Gb`: side lines of an enlargement that was compressed; `GU GUg GD GDg`: an older grid that was enlarged, or reduced.
 * - `h c o`: heights and coherences on eighths and sixteenths; `…r`: against their neighbours.
 * - `p d e an d0… dr1 slope reb floor cut xy`: the spectrum along the axes, along the diagonal, and their difference.
 * - `act actAll`: activity of the liveliest tiles, and of all.
 * - `D Da Dh Dg`: periods of first and second differences.
 * - `b z q bn`: signs inside blocks of 8 by 8, on the codec's grid (`b`, `z`) and off it (`q`). `flat8`: share of flat blocks.
 */
export const FEATURE_NAMES = [
  'J1',
  'J2',
  'J3',
  'a1',
  'a2',
  'X1',
  'ax',
  'Y1',
  'ay',
  'C1',
  'G',
  'Gb',
  'GU',
  'GUg',
  'GD',
  'GDg',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'h7',
  'h2r',
  'h4r',
  'h6r',
  'c2',
  'c3',
  'c4',
  'c5',
  'c6',
  'c7',
  'c2r',
  'c4r',
  'c6r',
  'o5',
  'o7',
  'o9',
  'o11',
  'o13',
  'o15',
  'o16',
  'p6',
  'p8',
  'p10',
  'p12',
  'p14',
  'p16',
  'p18',
  'p20',
  'p22',
  'p24',
  'p26',
  'p28',
  'p30',
  'p32',
  'd8',
  'd12',
  'd16',
  'd20',
  'd24',
  'd28',
  'd32',
  'd36',
  'd40',
  'd44',
  'e10',
  'e14',
  'e18',
  'e22',
  'e26',
  'e30',
  'xy',
  'slope',
  'slopeAt',
  'reb',
  'floor',
  'cut',
  'dr1',
  'anis',
  'd025',
  'd05',
  'd075',
  'an025',
  'an033',
  'an05',
  'an066',
  'act',
  'actAll',
  'D1',
  'D2',
  'Da1',
  'Da2',
  'Dh1',
  'Dh2',
  'Dg1',
  'Dg2',
  'b13',
  'b15',
  'b17',
  'b24',
  'b26',
  'b35',
  'b37',
  'b46',
  'b57',
  'z13',
  'z15',
  'z17',
  'z24',
  'z26',
  'z35',
  'z37',
  'z46',
  'z57',
  'q13',
  'q15',
  'q17',
  'q24',
  'q26',
  'q35',
  'q37',
  'q46',
  'q57',
  'bn',
  'flat8',
  'grid',
] as const;

export type FeatureName = (typeof FEATURE_NAMES)[number];

export interface FeatureVector {
  get(name: FeatureName): number;
  /** What is no finite number (a measure that found nothing to measure) becomes 0, as in training. */
  set(name: FeatureName, value: number): void;
  /** In the order of `FEATURE_NAMES`. */
  values: Float64Array;
}

const PLACES: ReadonlyMap<string, number> = new Map(FEATURE_NAMES.map((name, place) => [name, place]));

/** Undefined: no such feature. */
export function placeOfFeature(name: string): number | undefined {
  return PLACES.get(name);
}

export function createFeatureVector(values = new Float64Array(FEATURE_NAMES.length)): FeatureVector {
  return {
    values,
    get: (name) => values[PLACES.get(name) ?? -1] ?? 0,
    set(name, value) {
      values[PLACES.get(name) ?? -1] = Number.isFinite(value) ? value : 0;
    },
  };
}
