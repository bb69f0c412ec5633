/** SHA-256's state as it stands in the engine's memory: eight words of 32 bits, little-endian. */
export const STATE_BYTES = 32;
export const BLOCK_BYTES = 64;

/** FIPS 180-4 §5.3.3. */
const INITIAL_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;
/** Arbitrary. A real state equals a token with all its fixed words only by breaking SHA-256. */
const TOKEN_MARK = [0x52655672, 0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x1b873593, 0xcc9e2d51] as const;

export const [INITIAL_WORD] = INITIAL_STATE;
export const [TOKEN_WORD] = TOKEN_MARK;

export function isInitial(state: DataView): boolean {
  return INITIAL_STATE.every((word, i) => state.getUint32(4 * i, true) === word);
}

export function writeInitial(state: DataView): void {
  INITIAL_STATE.forEach((word, i) => state.setUint32(4 * i, word, true));
}

/** The number of the token that stands in place of a state; null when this is a state. */
export function readToken(state: DataView): number | null {
  if (TOKEN_MARK.some((word, i) => state.getUint32(4 * i, true) !== word)) return null;
  return state.getUint32(24, true) + state.getUint32(28, true) * 2 ** 32;
}

/** `token` is a whole number below 2^53. */
export function writeToken(state: DataView, token: number): void {
  TOKEN_MARK.forEach((word, i) => state.setUint32(4 * i, word, true));
  state.setUint32(24, token % 2 ** 32, true);
  state.setUint32(28, Math.floor(token / 2 ** 32), true);
}

/** A digest is the last state, written big-endian. */
export function writeDigest(state: DataView, digest: Buffer): void {
  for (let at = 0; at < STATE_BYTES; at += 4) state.setUint32(at, digest.readUInt32BE(at), true);
}

export function readDigest(state: DataView): Buffer {
  const digest = Buffer.alloc(STATE_BYTES);
  for (let at = 0; at < STATE_BYTES; at += 4) digest.writeUInt32BE(state.getUint32(at, true), at);
  return digest;
}
