import { describe, expect, it } from 'vitest';
import { combinedX, CURVE, pointOfHex, type Point } from './sm2-curve.ts';
import { decodePublicKey, decodeSignature, type Decoded, type Signature } from './sm2-encoding.ts';
import { sm3, verifySm2 } from './sm2.ts';
import { OPENSSL, SPKI_START, STEPFUN } from './test-label.ts';

const STEPFUN_MESSAGE = Buffer.from(
  '"Label":"1","ContentProducer":"001191310104MACE0YX63918020","ProduceID":"142569260085903360"',
);
const OPENSSL_MESSAGE = Buffer.from('"Label":"1","ContentProducer":"MiniMax","ProduceID":"395712028839938"');

function known<T>(decoded: Decoded<T>): T {
  if (decoded === 'unknown' || decoded === 'invalid') throw new Error('the vector cannot be read');
  return decoded;
}

function hashed(message: Uint8Array): Uint8Array {
  const hash = sm3(message);
  if (hash === null) throw new Error('this Node.js has no SM3');
  return hash;
}

describe('verifySm2', () => {
  const key = known(decodePublicKey(STEPFUN.point));
  const signature = known(decodeSignature(STEPFUN.signature));

  it('accepts the published signature over the hash of the message, and over nothing else', () => {
    expect(verifySm2(STEPFUN_MESSAGE, key, signature)).toBe(false);
    expect(verifySm2(hashed(STEPFUN_MESSAGE), key, signature)).toBe(true);
    const changed = known(decodeSignature(`${STEPFUN.signature.slice(0, -1)}5`));
    expect(verifySm2(hashed(STEPFUN_MESSAGE), key, changed)).toBe(false);
    expect(verifySm2(hashed(OPENSSL_MESSAGE), key, signature)).toBe(false);
  });

  it('accepts a signature by OpenSSL, with the key in every form', () => {
    const { x, y } = OPENSSL;
    const made = known(decodeSignature(OPENSSL.signature));
    for (const text of [x + y, `04${x}${y}`, `${SPKI_START}${x}${y}`, x, `00${x}`, `02${x}`, ` ${x.toUpperCase()}\n`]) {
      expect(verifySm2(OPENSSL_MESSAGE, known(decodePublicKey(text)), made)).toBe(true);
    }
    const { r, s } = made;
    const raw = [r, s].map((number) => number.toString(16).padStart(64, '0')).join('');
    expect(decodeSignature(raw)).toEqual(made);
    expect(verifySm2(OPENSSL_MESSAGE, known(decodePublicKey(`03${x}`)), made)).toBe(false);
  });

  it.each([
    [0n, 1n],
    [1n, 0n],
    [CURVE.n, 1n],
    [1n, CURVE.n],
    [1n, CURVE.n - 1n],
    [CURVE.n - 1n, CURVE.n - 1n],
    [2n ** 256n, 2n ** 256n],
    [-1n, 5n],
  ])('refuses the numbers %d and %d', (r, s) => {
    expect(verifySm2(OPENSSL_MESSAGE, key, { r, s } satisfies Signature)).toBe(false);
  });
});

describe('the curve', () => {
  const { n: N, p: P, Gx, Gy } = CURVE;
  const G: Point = { x: Gx, y: Gy };
  const minusG: Point = { x: G.x, y: P - G.y };

  it('has its base point, whose order is N', () => {
    const x = G.x.toString(16).padStart(64, '0');
    expect(pointOfHex(`02${x}`)).toEqual(G);
    expect(pointOfHex(`03${x}`)).toEqual(minusG);
    expect(combinedX(N - 1n, 0n, G)).toBe(G.x);
    expect(combinedX(N - 1n, 1n, G)).toBeNull();
  });

  it('adds equal, opposite and no points', () => {
    expect(combinedX(1n, 1n, minusG)).toBeNull();
    expect(combinedX(0n, 0n, G)).toBeNull();
    expect(combinedX(1n, 1n, G)).toBe(combinedX(2n, 0n, G));
    expect(combinedX(5n, 3n, G)).toBe(combinedX(8n, 0n, G));
    expect(combinedX(5n, 3n, minusG)).toBe(combinedX(2n, 0n, G));
  });
});

describe('keys and signatures in hexadecimal', () => {
  const { x, y } = OPENSSL;

  it.each([
    ['', 'unknown'],
    ['xyz', 'unknown'],
    ['abc', 'unknown'],
    ['ab', 'unknown'],
    [SPKI_START, 'unknown'],
    [SPKI_START.slice(0, -2), 'unknown'],
    ['0'.repeat(1_000_000), 'unknown'],
    [x.slice(2), 'unknown'],
    [`05${x}`, 'unknown'],
    [`05${x}${y}`, 'unknown'],
    [`${SPKI_START}${x}`, 'unknown'],
    [`${SPKI_START}${x}${y}00`, 'unknown'],
    [y + x, 'invalid'],
    ['0'.repeat(128), 'invalid'],
    ['f'.repeat(128), 'invalid'],
    ['f'.repeat(64), 'invalid'],
    [`${x}${'f'.repeat(64)}`, 'invalid'],
    // No point of the curve has this x.
    ['3'.padStart(64, '0'), 'invalid'],
  ])('key %s is %s', (text, outcome) => {
    expect(decodePublicKey(text)).toBe(outcome);
  });

  it('answers for every length of key', () => {
    const whole = `${SPKI_START}${x}${y}`.toLowerCase();
    for (let length = 0; length < whole.length; length += 1) {
      expect(decodePublicKey(whole.slice(0, length))).toBeTypeOf('string');
      expect(() => decodePublicKey(whole.slice(length))).not.toThrow();
    }
  });

  it('refuses every cut and every longer DER', () => {
    const { signature } = OPENSSL;
    for (let length = 0; length < signature.length; length += 1) {
      // A cut may happen to have the length of two bare numbers, which are taken as such.
      const cut = decodeSignature(signature.slice(0, length));
      if (length !== 128) expect(['unknown', 'invalid']).toContain(cut);
    }
    expect(decodeSignature(`${signature}00`)).toBe('invalid');
    expect(decodeSignature('30'.repeat(500_000))).toBe('invalid');
  });

  it.each(['3000', '30020200', '300402000200', '3006020181020101', '3080020101020101', '300702010102010100', '0202'])(
    'refuses %s',
    (text) => {
      expect(decodeSignature(text)).toBe('invalid');
    },
  );
});
