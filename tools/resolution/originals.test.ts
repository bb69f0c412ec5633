import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encodePicture, photograph } from '@revera/testkit/pixels';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { measureRows } from './measure-rows.ts';
import { listOriginals, UsageError } from './originals.ts';

describe('a folder of originals', () => {
  let folder = '';
  const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'revera-originals-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is listed by content: each once, and no more than was asked for', () => {
    for (const name of ['one.png', 'the-same.png']) put(name, 'the same');
    put('other.JPEG', 'another');
    put('notes.txt', 'no image');
    mkdirSync(join(folder, 'a-folder.png'));
    symlinkSync(join(folder, 'gone.png'), join(folder, 'leads-nowhere.png'));
    expect(listOriginals(folder, 10)).toHaveLength(2);
    expect(listOriginals(folder, 1)).toHaveLength(1);
  });

  it.each([
    ['is not there', 'nowhere', 60, /nowhere is no folder/],
    ['is a file', 'notes.txt', 60, /notes.txt is no folder/],
    ['has no image', '.', 60, /has no JPEG, PNG, WebP, AVIF or TIFF file/],
    ['of which none is asked for', '.', 0, /--most is a number of images/],
    ['of which no number is asked for', '.', Number.NaN, /--most is a number of images/],
  ])('%s', (_, name, most, message) => {
    put('notes.txt', 'no image');
    expect(() => listOriginals(join(folder, name), most)).toThrow(UsageError);
    expect(() => listOriginals(join(folder, name), most)).toThrow(message);
  });

  it('and has nothing that can be decoded ends an evaluation, with the reason for each file', async () => {
    put('broken.jpg', 'no image');
    const evaluation = evaluate(listOriginals(folder, 10));
    await expect(evaluation).rejects.toThrow(UsageError);
    await expect(evaluation).rejects.toThrow(/no original could be decoded\nleft out: .*broken.jpg/);
  });

  it('with one image ends a training before anything is measured', async () => {
    put('one.png', await encodePicture(photograph(480, 360, 11), 'png'));
    const notes: string[] = [];
    const measured: number[] = [];
    const training = measureRows(listOriginals(folder, 10), notes, (rows) => measured.push(rows));
    await expect(training).rejects.toThrow(UsageError);
    await expect(training).rejects.toThrow('1 originals were found; a training needs 6 at least');
    expect(measured).toEqual([]);
  });

  it('with too many files that cannot be decoded ends a training', async () => {
    for (let file = 0; file < 6; file++) put(`broken-${file}.jpg`, `no image ${file}`);
    const notes: string[] = [];
    await expect(measureRows(listOriginals(folder, 10), notes)).rejects.toThrow('0 originals could be decoded');
    expect(notes).toHaveLength(6);
  });

  it.each([
    ['eval', ['{folder}'], /has no JPEG/],
    ['eval', [], /Which folder/],
    ['train', ['{folder}', '--out', '{folder}/model.json'], /has no JPEG/],
    ['train', ['{folder}'], /--out FILE/],
  ])(
    '%s %j is told in one line',
    async (tool, typed, message) => {
      const script = fileURLToPath(new URL(`${tool}.ts`, import.meta.url));
      const words = typed.map((word) => word.replace('{folder}', folder));
      const run = promisify(execFile)(process.execPath, [
        '--import=tsx',
        '--conditions=revera-source',
        script,
        ...words,
      ]);
      const { code, stderr } = await run.then(
        () => ({ code: 0, stderr: '' }),
        (error: unknown) => error as { code: number; stderr: string },
      );
      expect(code).toBe(1);
      expect(stderr).toMatch(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(readdirSync(folder)).toEqual([]);
    },
    60_000,
  );
});
