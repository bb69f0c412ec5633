import { createHash, getHashes } from 'node:crypto';
import { combinedX, CURVE, type Point } from './sm2-curve.ts';
import type { Signature } from './sm2-encoding.ts';

/** The identity that signers use when none was agreed on (GM/T 0009). */
const DEFAULT_ID = Buffer.from('1234567812345678', 'latin1');
const SCALAR_CHARS = 64;

/** SM3 (GB/T 32905), or null when the cryptography of this Node.js does not have it. */
export function sm3(...parts: readonly Uint8Array[]): Uint8Array | null {
  if (!getHashes().includes('sm3')) return null;
  const hash = createHash('sm3');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Whether the holder of the key signed the message (GB/T 32918.2 §7), for the default identity; null when SM3 is missing. */
export function verifySm2(message: Uint8Array, key: Point, { r, s }: Signature): boolean | null {
  const digest = signedNumber(message, key);
  if (digest === null) return null;
  if (r < 1n || r >= CURVE.n || s < 1n || s >= CURVE.n) return false;
  const t = (r + s) % CURVE.n;
  if (t === 0n) return false;
  const x = combinedX(s, t, key);
  return x !== null && (digest + x) % CURVE.n === r;
}

/** The number that is signed: the identity, the curve and the key are hashed with the message. */
function signedNumber(message: Uint8Array, { x, y }: Point): bigint | null {
  const { a, b, Gx, Gy } = CURVE;
  const idBits = Uint8Array.of(0, DEFAULT_ID.length * 8);
  const identity = sm3(idBits, DEFAULT_ID, ...[a, b, Gx, Gy, x, y].map(scalarBytes));
  const digest = identity === null ? null : sm3(identity, message);
  return digest === null ? null : BigInt(`0x${Buffer.from(digest).toString('hex')}`);
}

function scalarBytes(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(SCALAR_CHARS, '0'), 'hex');
}
