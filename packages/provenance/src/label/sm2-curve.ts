/** The curve of SM2 (GB/T 32918.5): y² = x³ + ax + b over the field of `P`, with base point `G` of prime order `N`. */
export const P = 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn;
export const A = P - 3n;
export const B = 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n;
export const N = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n;

export interface Point {
  x: bigint;
  y: bigint;
}

export const G: Point = {
  x: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  y: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
};

/** Jacobian coordinates, x = X/Z², y = Y/Z³: no division for each step. Z = 0 is the point at infinity. */
interface Jacobian {
  X: bigint;
  Y: bigint;
  Z: bigint;
}

const INFINITY: Jacobian = { X: 1n, Y: 1n, Z: 0n };

export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base];
  for (let bits = exponent; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** The cofactor is 1, so every point that satisfies the equation is in the right group. */
export function isOnCurve({ x, y }: Point): boolean {
  return x < P && y < P && (y * y) % P === squareOfY(x);
}

/** The point of this x whose y has the given last bit, or null: only about half of all x are on the curve. */
export function pointOfX(x: bigint, lastBit: 0n | 1n): Point | null {
  if (x >= P) return null;
  const square = squareOfY(x);
  // P mod 4 is 3, so this power is a root when there is one.
  const root = power(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) return null;
  return { x, y: (root & 1n) === lastBit ? root : P - root };
}

function squareOfY(x: bigint): bigint {
  return (x * x * x + A * x + B) % P;
}

/** x of `first` · G + `second` · point, or null for the point at infinity. Not in constant time: verifying holds no secret. */
export function combinedX(first: bigint, second: bigint, point: Point): bigint | null {
  const base = { X: G.x, Y: G.y, Z: 1n };
  const other = { X: point.x, Y: point.y, Z: 1n };
  const both = add(base, other);
  let sum = INFINITY;
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    sum = double(sum);
    const [inFirst, inSecond] = [(first >> bit) & 1n, (second >> bit) & 1n];
    if (inFirst) sum = add(sum, inSecond ? both : base);
    else if (inSecond) sum = add(sum, other);
  }
  if (sum.Z === 0n) return null;
  const inverse = power(sum.Z, P - 2n);
  return (sum.X * inverse * inverse) % P;
}

function double({ X, Y, Z }: Jacobian): Jacobian {
  const delta = (Z * Z) % P;
  const gamma = (Y * Y) % P;
  const beta = (X * gamma) % P;
  const alpha = (3n * (X - delta) * (X + delta)) % P;
  const newX = mod(alpha * alpha - 8n * beta, P);
  return {
    X: newX,
    Y: mod(alpha * (4n * beta - newX) - 8n * gamma * gamma, P),
    Z: mod(2n * Y * Z, P),
  };
}

function add(left: Jacobian, right: Jacobian): Jacobian {
  if (left.Z === 0n) return right;
  if (right.Z === 0n) return left;
  const leftSquare = (left.Z * left.Z) % P;
  const rightSquare = (right.Z * right.Z) % P;
  const leftX = (left.X * rightSquare) % P;
  const leftY = (((left.Y * right.Z) % P) * rightSquare) % P;
  const distance = mod(right.X * leftSquare - leftX, P);
  const rise = mod(((right.Y * left.Z) % P) * leftSquare - leftY, P);
  if (distance === 0n) return rise === 0n ? double(left) : INFINITY;
  const square = (distance * distance) % P;
  const cube = (square * distance) % P;
  const shared = (leftX * square) % P;
  const newX = mod(rise * rise - cube - 2n * shared, P);
  return {
    X: newX,
    Y: mod(rise * (shared - newX) - leftY * cube, P),
    Z: (((left.Z * right.Z) % P) * distance) % P,
  };
}
