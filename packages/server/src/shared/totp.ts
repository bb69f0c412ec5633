import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, thirty seconds, counted from 1970. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 6238 §5.2: one step to each side, for clocks that differ and for fingers that are slow. */
const WINDOW = 1;
/** RFC 4226 §4 R6 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of one time step (RFC 4226 §5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/**
 * The time step of this code, within the window; undefined without one, or when not after `lastStep`, because a code works once.
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | undefined {
  const presented = Buffer.from(code.replaceAll(/\s/g, ''));
  const current = Math.floor(now.getTime() / STEP_MS);
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, at) => current - WINDOW + at);
  return steps.find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    const fits = presented.length === expected.length && timingSafeEqual(presented, expected);
    return fits && step > (lastStep ?? -1);
  });
}

/** RFC 4648 §6, without padding: the form in which apps expect the secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32.charAt(parseInt(group.padEnd(5, '0'), 2))).join('');
}

/** The contents of the QR code for an app: `otpauth://totp/Revera:a%40example.com?secret=…&issuer=Revera`. */
export function otpauthUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
