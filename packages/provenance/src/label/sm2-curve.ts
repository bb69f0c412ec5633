import { weierstrass } from '@noble/curves/abstract/weierstrass.js';

/** The curve of SM2 (GB/T 32918.5): y² = x³ + ax + b over the field of `p`, with a base point of prime order `n`. */
export const CURVE = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
};

export interface Point {
  x: bigint;
  y: bigint;
}

const CurvePoint = weierstrass<bigint>(CURVE);

/**
 * The point with this encoding (SEC 1 §2.3.3). Null when it is not on the curve; the cofactor is 1, so no point is in a
 * wrong group.
 */
export function pointOfHex(hex: string): Point | null {
  try {
    const { x, y } = CurvePoint.fromHex(hex);
    return { x, y };
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** x of `first` · G + `second` · point, or null for the point at infinity. Not in constant time: verification uses no secret. */
export function combinedX(first: bigint, second: bigint, point: Point): bigint | null {
  const sum = CurvePoint.BASE.mulAddUnsafe(first, CurvePoint.fromAffine(point), second);
  return sum.is0() ? null : sum.x;
}
