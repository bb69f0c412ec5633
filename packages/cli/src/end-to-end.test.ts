import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWithShared } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Run } from './testing/fake-context.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** Runs the bundle as its own process. */
async function runRevera(...argv: string[]): Promise<Run> {
  return runReveraIn({}, ...argv);
}

async function runReveraIn(env: Record<string, string>, ...argv: string[]): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, exit] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1))),
  ]);
  return { exit, stdout, stderr };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += String(chunk);
  return text;
}

beforeAll(() => {
  if (!existsSync(PROGRAM)) throw new Error('These tests run the bundle: npm run build makes it');
});

describe('the program on our own files', () => {
  it('verifies a file by a given list, and finds a changed byte', async () => {
    const authority = await createAuthority();
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    const changed = Uint8Array.from(signed);
    const last = changed.length - 3;
    changed[last] = (changed[last] ?? 0) ^ 1;
    const folder = temporaryFolder({ 'good.jpg': signed, 'changed.jpg': changed, 'root.pem': authority.rootPem });
    const lists = ['--trust-list', `service=${join(folder, 'root.pem')}`];
    const good = await runRevera('verify', join(folder, 'good.jpg'), ...lists, '--require', 'verified');
    expect(good).toMatchObject({ exit: 0, stderr: '' });
    expect(good.stdout).toContain('✔ Credential verified');
    const bad = await runRevera('verify', join(folder, 'changed.jpg'), ...lists);
    expect(bad).toMatchObject({ exit: 3, stderr: '' });
    expect(bad.stdout).toContain('✘ Content does not match');
    const both = await runRevera('verify', folder, ...lists);
    expect(both.exit).toBe(3);
    expect(both.stdout).toContain('3 files: 1 CREDENTIAL VERIFIED, 1 CONTENT DOES NOT MATCH, 1 skipped');
  });

  it('verifies without an installation, makes none, and says that there are no lists', async () => {
    const authority = await createAuthority();
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    const folder = temporaryFolder({ 'a.jpg': signed });
    const dataDir = join(folder, 'data');
    const run = await runReveraIn({ DATA_DIR: dataDir }, 'verify', join(folder, 'a.jpg'), '--json');
    expect(run.exit).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ c2pa: { trust_status: 'trust_list_unavailable' } });
    expect(run.stderr).toContain('No trust list is installed');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('ends quietly when nobody reads its output', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'verify', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    expect(await textOf(child.stderr)).toBe('');
  });
});

describeWithShared('the program on real files', 'corpus/c2pa', (folder) => {
  const jpeg = join(folder, 'public-testfiles', 'image', 'jpeg');

  it.each([
    ['adobe-20220124-A.jpg', 0, 'partial_evidence'],
    ['adobe-20220124-C.jpg', 0, 'strong_evidence'],
    ['adobe-20220124-E-sig-CA.jpg', 3, 'invalid'],
    ['adobe-20220124-XCA.jpg', 3, 'binding_failed'],
  ])('answers for %s: %i, %s', async (name, exit, status) => {
    const run = await runRevera('verify', join(jpeg, name), '--json', '--no-trust-lists');
    expect(run).toMatchObject({ exit, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ filename: name, provenance_status: status });
  });

  it('answers 2 for a file that is no media and no document, when it was named', async () => {
    const font = join(folder, 'public-testfiles', 'font', 'ttf', 'monotype-20240712-monotype_sans.ttf');
    const run = await runRevera('verify', font, '--no-trust-lists');
    expect(run.exit).toBe(2);
    expect(run.stderr).toContain('not a media file of a known type');
  });

  it('walks a folder in order and answers with the worst', async () => {
    const run = await runRevera('verify', jpeg, '--json', '--no-trust-lists', '--jobs', '2');
    expect(run.exit).toBe(3);
    const files = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { file: string }).file);
    expect(files).toHaveLength(26);
    expect(files).toEqual(files.toSorted());
    // The pixels of all of these photographs are measured, by two processes.
  }, 120_000);
});
