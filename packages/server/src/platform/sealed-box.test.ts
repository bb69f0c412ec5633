import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  SECRET_KEY_BYTES,
  sealedBox,
  sealedBoxWith,
  SealedValueError,
  secretKey,
  type SecretKey,
} from './sealed-box.ts';

const PLAIN = Buffer.from('a link that is worth an account');
const newKey = () => randomBytes(SECRET_KEY_BYTES);

/** As it was before values told their key. */
function sealedWithoutId(key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

describe('a sealed value', () => {
  const box = sealedBox(newKey());

  it.each([0, 1, 16, 100_000])('comes back as it was: %i bytes', async (length) => {
    const plain = randomBytes(length);
    expect((await box.open(await box.seal(plain))).equals(plain)).toBe(true);
  });

  it('is another one each time, and does not show what it holds', async () => {
    const [one, two] = [await box.seal(PLAIN), await box.seal(PLAIN)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes(PLAIN.subarray(0, 8))).toBe(false);
  });

  it('tells its version and its key, and nothing of the key', async () => {
    const key = newKey();
    const sealed = await sealedBox(key).seal(PLAIN);
    expect(sealed.subarray(0, 4).toString('latin1')).toBe('RVS\u0001');
    expect(sealed.subarray(4, 12).toString('hex')).toBe(secretKey(key).id);
    expect(key.toString('hex')).not.toContain(secretKey(key).id);
  });

  it('is refused when any byte of it was changed', async () => {
    const sealed = await box.seal(PLAIN);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
      await expect(box.open(changed), `byte ${at}`).rejects.toThrow(SealedValueError);
    }
  });

  it('is refused when it was cut or extended', async () => {
    const sealed = await box.seal(PLAIN);
    for (const length of [0, 1, 11, 12, 13, 24, 39, 40, sealed.length - 1]) {
      await expect(box.open(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow(SealedValueError);
    }
    await expect(box.open(Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toThrow(SealedValueError);
    await expect(box.open(sealed.subarray(12)), 'without its header').rejects.toThrow(SealedValueError);
  });

  it('is refused by another key', async () => {
    await expect(sealedBox(newKey()).open(await box.seal(PLAIN))).rejects.toThrow(SealedValueError);
  });

  it.each([0, 16, 31, 33])('needs a key of 32 bytes and not of %i', (length) => {
    expect(() => sealedBox(randomBytes(length))).toThrow(RangeError);
  });
});

describe('several keys', () => {
  const [old, next] = [newKey(), newKey()];

  it('all open, and the first seals', async () => {
    const both = sealedBox(next, old);
    expect((await both.open(await sealedBox(old).seal(PLAIN))).equals(PLAIN)).toBe(true);
    const sealed = await both.seal(PLAIN);
    expect((await sealedBox(next).open(sealed)).equals(PLAIN)).toBe(true);
    await expect(sealedBox(old).open(sealed)).rejects.toThrow(SealedValueError);
  });

  it('open what was sealed before values told their key', async () => {
    const sealed = sealedWithoutId(old, PLAIN);
    for (const box of [sealedBox(old), sealedBox(next, old)]) {
      expect((await box.open(sealed)).equals(PLAIN)).toBe(true);
    }
    await expect(sealedBox(next).open(sealed)).rejects.toThrow(SealedValueError);
    for (const length of [0, 12, 27, sealed.length - 1]) {
      await expect(sealedBox(old).open(sealed.subarray(0, length))).rejects.toThrow(SealedValueError);
    }
  });

  it('are asked for each time: a new one counts at once', async () => {
    let keys: SecretKey[] = [secretKey(old)];
    const box = sealedBoxWith(() => Promise.resolve(keys));
    keys = [secretKey(next), secretKey(old)];
    expect((await sealedBox(next).open(await box.seal(PLAIN))).equals(PLAIN)).toBe(true);
  });
});
