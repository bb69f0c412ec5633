import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET_KEY_BYTES, sealedBox } from './sealed-box.ts';
import { addKey, finishRotation, openKeyRing, openSealedBox } from './secret-keys.ts';
import { startTestProcess } from './test-process.ts';

const PLAIN = Buffer.from('a link that is worth an account');
const BY_FILE = { secretKey: undefined, previousSecretKeys: [] };
const NOW = new Date('2026-01-31T12:00:00Z');
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'revera-secret-'));
});
afterAll(() => rm(root, { recursive: true }));

const newFolder = () => mkdtemp(join(root, 'data-'));
const idsIn = async (folder: string) => (await (await openKeyRing(folder, BY_FILE))()).keys.map(({ id }) => id);

describe('the key of an installation', () => {
  it('is made once, for this user alone, and stays', async () => {
    const folder = await newFolder();
    const sealed = await (await openSealedBox(folder, BY_FILE)).seal(PLAIN);
    const { mode, size } = await stat(join(folder, 'secret.key'));
    expect([(mode & 0o777).toString(8), size]).toEqual(['600', SECRET_KEY_BYTES]);
    expect((await (await openSealedBox(folder, BY_FILE)).open(sealed)).equals(PLAIN)).toBe(true);
  });

  it('is the configured one where there is one; then no file is made', async () => {
    const folder = await newFolder();
    const [key, before] = [randomBytes(SECRET_KEY_BYTES), randomBytes(SECRET_KEY_BYTES)];
    const box = await openSealedBox(folder, { secretKey: key, previousSecretKeys: [before, key] });
    expect((await sealedBox(key).open(await box.seal(PLAIN))).equals(PLAIN)).toBe(true);
    expect((await box.open(await sealedBox(before).seal(PLAIN))).equals(PLAIN)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is one file, however many start at the same time', async () => {
    const folder = await newFolder();
    const boxes = await Promise.all(Array.from({ length: 30 }, () => openSealedBox(folder, BY_FILE)));
    for (const box of boxes) expect((await boxes[0]?.open(await box.seal(PLAIN)))?.equals(PLAIN)).toBe(true);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('is one file for processes that start together', async () => {
    const folder = await newFolder();
    const processes = [startTestProcess(['seal', folder]), startTestProcess(['seal', folder])];
    const sealed = await Promise.all(processes.map((each) => each.line()));
    await Promise.all(processes.map((each) => each.finish()));
    const box = await openSealedBox(folder, BY_FILE);
    for (const value of sealed) expect((await box.open(Buffer.from(value, 'base64'))).toString()).toBe(folder);
  });

  it.each(['short', '{"version":2}', '{"version":1,"is_unfinished":false,"keys":[]}', '[]', `"${'0'.repeat(64)}"`])(
    'is refused when its file is not whole, and the file is left as it is: %s',
    async (text) => {
      const folder = await newFolder();
      await writeFile(join(folder, 'secret.key'), text);
      await expect(openSealedBox(folder, BY_FILE)).rejects.toThrow(new RangeError('secret.key holds no keys'));
      expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(text);
    },
  );
});

describe('a new key', () => {
  it('counts at once in processes that run, and what older ones sealed stays readable', async () => {
    const folder = await newFolder();
    const running = await openSealedBox(folder, BY_FILE);
    const before = await running.seal(PLAIN);
    const { keys } = await addKey(folder, NOW);
    const after = await running.seal(PLAIN);
    expect(after.subarray(4, 12).toString('hex')).toBe(keys[0]?.id);
    for (const sealed of [before, after]) expect((await running.open(sealed)).equals(PLAIN)).toBe(true);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('is remembered with those before it, until they are dropped', async () => {
    const folder = await newFolder();
    const [first] = await idsIn(folder);
    await addKey(folder, NOW);
    const later = await addKey(folder, new Date(NOW.getTime() + 1_000));
    expect(later).toMatchObject({
      isUnfinished: true,
      keys: [{ replacedAt: null }, {}, { id: first, replacedAt: NOW }],
    });
    expect(await (await openKeyRing(folder, BY_FILE))()).toEqual(later);
    const [current, second] = later.keys;
    if (current === undefined || second === undefined) throw new Error('no keys');
    expect(await finishRotation(folder, [second])).toMatchObject({ isUnfinished: false });
    expect(await idsIn(folder)).toEqual([current.id, first]);
  });
});
