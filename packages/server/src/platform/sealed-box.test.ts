import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSealedBox, SECRET_KEY_BYTES, sealedBox } from './sealed-box.ts';
import { startTestProcess } from './test-process.ts';

const PLAIN = Buffer.from('a link that is worth an account');
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'revera-secret-'));
});
afterAll(() => rm(root, { recursive: true }));

const newFolder = () => mkdtemp(join(root, 'data-'));

describe('a sealed value', () => {
  const box = sealedBox(randomBytes(SECRET_KEY_BYTES));

  it.each([0, 1, 16, 100_000])('comes back as it was: %i bytes', (length) => {
    const plain = randomBytes(length);
    expect(box.open(box.seal(plain)).equals(plain)).toBe(true);
  });

  it('is another one each time, and does not show what it holds', () => {
    const [one, two] = [box.seal(PLAIN), box.seal(PLAIN)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes(PLAIN.subarray(0, 8))).toBe(false);
  });

  it('is refused when any byte of it was changed', () => {
    const sealed = box.seal(PLAIN);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
      expect(() => box.open(changed), `byte ${at}`).toThrow();
    }
  });

  it('is refused when it was cut or extended', () => {
    const sealed = box.seal(PLAIN);
    for (const length of [0, 1, 12, 27, 28, sealed.length - 1])
      expect(() => box.open(sealed.subarray(0, length))).toThrow();
    expect(() => box.open(Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow();
  });

  it('is refused by another key', () => {
    const other = sealedBox(randomBytes(SECRET_KEY_BYTES));
    expect(() => other.open(box.seal(PLAIN))).toThrow();
  });

  it.each([0, 16, 31, 33])('needs a key of 32 bytes and not of %i', (length) => {
    expect(() => sealedBox(randomBytes(length))).toThrow(RangeError);
  });
});

describe('the key of an installation', () => {
  it('is made once, for this user alone, and stays', async () => {
    const folder = await newFolder();
    const sealed = (await openSealedBox(folder, undefined)).seal(PLAIN);
    const { mode, size } = await stat(join(folder, 'secret.key'));
    expect([(mode & 0o777).toString(8), size]).toEqual(['600', SECRET_KEY_BYTES]);
    expect((await openSealedBox(folder, undefined)).open(sealed).equals(PLAIN)).toBe(true);
  });

  it('is the configured one where there is one; then no file is made', async () => {
    const folder = await newFolder();
    const key = randomBytes(SECRET_KEY_BYTES);
    const box = await openSealedBox(folder, key);
    expect(sealedBox(key).open(box.seal(PLAIN)).equals(PLAIN)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is one file, however many start at the same time', async () => {
    const folder = await newFolder();
    const boxes = await Promise.all(Array.from({ length: 30 }, () => openSealedBox(folder, undefined)));
    const sealed = boxes.map((box) => box.seal(PLAIN));
    for (const value of sealed) expect(boxes[0]?.open(value).equals(PLAIN)).toBe(true);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('is one file for processes that start together', async () => {
    const folder = await newFolder();
    const processes = [startTestProcess(['seal', folder]), startTestProcess(['seal', folder])];
    const sealed = await Promise.all(processes.map((each) => each.line()));
    await Promise.all(processes.map((each) => each.finish()));
    const box = await openSealedBox(folder, undefined);
    expect(sealed.map((value) => box.open(Buffer.from(value, 'base64')).toString())).toEqual([folder, folder]);
  });

  it('is refused when its file is not whole, and the file is left as it is', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'secret.key'), 'short');
    await expect(openSealedBox(folder, undefined)).rejects.toThrow(RangeError);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('short');
  });
});
