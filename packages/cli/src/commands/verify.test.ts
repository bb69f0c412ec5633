import { makeTrustList, makeTrustSnapshot } from '@revera/provenance';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { buildJpeg, buildPng, damagedFiles } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInProcess, type Run } from '../testing/fake-context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const FOREVER_MS = Number.MAX_SAFE_INTEGER;

/** Of no known type. */
const NO_MEDIA = Uint8Array.of(0, 1, 2, 3);

describe('verify', () => {
  const made: { authority: Authority | null; signed: Uint8Array } = { authority: null, signed: new Uint8Array() };

  beforeAll(async () => {
    made.authority = await createAuthority();
    made.signed = await signMedia(buildJpeg(), 'image/jpeg', { authority: made.authority });
  });

  function rootPem(): string {
    return made.authority?.rootPem ?? '';
  }

  it('judges by the lists of the installation', async () => {
    const list = makeTrustList({
      name: 'service',
      anchors: [rootPem()],
      allowed: [],
      fetched_at: '2026-05-31T00:00:00Z',
      last_fetch_failed: false,
    });
    const installed = makeTrustSnapshot([list], ['service'], FOREVER_MS);
    const folder = temporaryFolder({ 'a.jpg': made.signed });
    const { exit, stdout, stderr } = await runInProcess(['verify', `${folder}/a.jpg`, '--require', 'verified'], {
      installed,
    });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^.*\/a\.jpg\n {2}\S.*\n {2}.*✔ Credential verified/);
    expect(stdout).toContain('On the operator’s own list (list service, copy of 2026-05-31)');
    expect(stderr).toBe('');
  });

  it('says plainly that no list is installed, and how to get one', async () => {
    const folder = temporaryFolder({ 'a.jpg': made.signed });
    const { exit, stdout, stderr } = await runInProcess(['verify', `${folder}/a.jpg`], { installed: null });
    expect(exit).toBe(0);
    expect(stdout).toContain('? Trust not checked');
    expect(stdout).toContain('Not checked: no trust list available');
    expect(stderr).toContain('revera trust refresh');
  });

  it('prefers the lists of the options, and dates them by their files', async () => {
    const folder = temporaryFolder({ 'a.jpg': made.signed, 'root.pem': rootPem() });
    const argv = ['verify', `${folder}/a.jpg`, '--json', '--trust-list', `service=${folder}/root.pem`];
    const { stdout, stderr } = await runInProcess(argv);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      filename: 'a.jpg',
      provenance_status: 'verified',
      c2pa: { trust: { status: 'service_trusted', list: 'service', using_cached_version: false } },
    });
  });

  it('takes the list of conforming products beside the others', async () => {
    const product = { productType: 'generatorProduct', DN: { CN: 'Example Camera', O: 'Example', C: 'XX' } };
    const record = { recordId: '01900000-0000-7000-8000-000000000001', applicant: 'A', status: 'conformant', product };
    const folder = temporaryFolder({
      'a.jpg': made.signed,
      'root.pem': rootPem(),
      'products.json': JSON.stringify([record]),
    });
    const lists = [`service=${folder}/root.pem`, `c2pa_products=${folder}/products.json`];
    const options = lists.flatMap((list) => ['--trust-list', list]);
    const run = await runInProcess(['inspect', `${folder}/a.jpg`, '--json', ...options]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      trust_lists: [{ name: 'service' }, { name: 'c2pa_products', products: 1 }],
    });
    const text = await runInProcess(['verify', `${folder}/a.jpg`, '--verbose', ...options]);
    expect(text.stdout).toContain('c2pa_products: 1 products');
  });

  it('prints JSON Lines for several files, in their order, with errors among them', async () => {
    const folder = temporaryFolder({ 'a.jpg': made.signed, 'b.png': buildPng(), 'c.bin': NO_MEDIA });
    const paths = ['b.png', 'missing.jpg', 'a.jpg', 'c.bin'].map((name) => `${folder}/${name}`);
    const { exit, stdout } = await runInProcess(['verify', ...paths, '--json', '--no-trust-lists', '--jobs', '2']);
    const lines = jsonLines(stdout);
    expect(exit).toBe(2);
    expect(lines.map(({ file }) => file)).toEqual(paths);
    expect(lines.map(({ result }) => result?.provenance_status ?? null)).toEqual([
      'unknown',
      null,
      'strong_evidence',
      null,
    ]);
    expect(lines.map(({ error }) => error?.code ?? null)).toEqual([
      null,
      'file_unreadable',
      null,
      'unknown_media_type',
    ]);
  });

  it('answers as the service does for files that cannot be read, and for those that cannot hold a credential', async () => {
    const files = damagedFiles().map((file, index) => ({ ...file, path: `${index}.${file.extension}` }));
    const folder = temporaryFolder(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])));
    const paths = files.map(({ path }) => `${folder}/${path}`);
    const { exit, stdout } = await runInProcess(['verify', ...paths, '--json', '--no-trust-lists', '--jobs', '2']);
    expect(exit).toBe(2);
    const answers = jsonLines(stdout).map(({ result, error }) => error?.code ?? result?.understand[0]?.code ?? null);
    const expected = { error: 'nothing_readable', partial: 'c2pa_reader_failed', no_place: 'no_credential' };
    expect(answers).toEqual(files.map(({ answer }) => expected[answer]));
  });

  it('never answers 0 for a file whose credential could not be examined', async () => {
    const cut = damagedFiles().find(({ answer }) => answer === 'partial');
    const folder = temporaryFolder({ 'a.jpg': cut?.bytes ?? '' });
    const { exit, stdout } = await runInProcess(['verify', `${folder}/a.jpg`, '--no-trust-lists', '--lang', 'en']);
    expect(exit).toBe(2);
    expect(stdout).toContain('The credential could not be examined');
    expect(stdout).not.toContain('No content credential');
  });

  it('counts what it skipped in a folder and shows three lines a file', async () => {
    const folder = temporaryFolder({ 'a.jpg': made.signed, 'b.png': buildPng(), 'c.bin': NO_MEDIA });
    const { exit, stdout } = await runInProcess(['verify', folder, '--no-trust-lists']);
    expect(exit).toBe(0);
    expect(stdout.replaceAll(folder, 'F')).toBe(
      [
        'F/a.jpg',
        '  “Revera Test” says: made with Testkit',
        '  • Made with software, as declared  ~ Signer unknown',
        '',
        'F/b.png',
        '  No evidence of origin found',
        '  ? No evidence',
        '',
        '3 files: 1 STRONG EVIDENCE, 1 NO EVIDENCE, 1 skipped (no known media type)',
        '',
      ].join('\n'),
    );
  });

  it('answers 4 for less than is required', async () => {
    const folder = temporaryFolder({ 'a.jpg': made.signed });
    const { exit } = await runInProcess(['verify', folder, '--no-trust-lists', '--require', 'verified']);
    expect(exit).toBe(4);
  });

  it('prints the manifest store as crJSON: one object, or lines', async () => {
    const folder = temporaryFolder({ 'a.jpg': made.signed, 'b.png': buildPng() });
    const one = await runInProcess(['verify', `${folder}/a.jpg`, '--crjson', '--no-trust-lists']);
    const alone: unknown = JSON.parse(one.stdout);
    expect(alone).toMatchObject({ manifests: [{}] });
    const several = await runInProcess(['verify', folder, '--crjson', '--no-trust-lists']);
    const lines = jsonLines(several.stdout);
    expect(lines).toMatchObject([
      { crjson: alone, error: null },
      { crjson: null, error: null },
    ]);
    expect(several.stderr).toContain('b.png: no manifest store');
  });

  it('prints a failure of the only file as JSON too', async () => {
    const run = await runInProcess(['verify', '/nowhere/a.jpg', '--json', '--no-trust-lists']);
    expect(run.exit).toBe(2);
    expect(JSON.parse(run.stdout)).toEqual({
      error: { code: 'file_unreadable', message: 'cannot be read: no such file' },
    });
  });

  it('keeps progress off stdout', async () => {
    const folder = temporaryFolder({ 'a.png': buildPng(), 'b.png': buildPng() });
    const argv = ['verify', folder, '--json', '--no-trust-lists'];
    const { stdout, stderr } = await runInProcess(argv, { terminal: true });
    expect(jsonLines(stdout)).toHaveLength(2);
    expect(stderr).toContain('0/2');
    expect(stderr.endsWith('\r\u001B[2K')).toBe(true);
  });

  it('speaks the language of the locale', async () => {
    const folder = temporaryFolder({ 'a.png': buildPng() });
    const run = await runInProcess(['verify', `${folder}/a.png`, '--no-trust-lists'], { env: { LANG: 'zh_CN.UTF-8' } });
    expect(run.stdout).toContain('? 无证据');
  });
});

describe('inspect', () => {
  it('prints the facts', async () => {
    const folder = temporaryFolder({ 'b.png': buildPng() });
    const argv = ['inspect', `${folder}/b.png`, '--no-trust-lists', '--at', '2026-01-31T12:00:00+08:00'];
    const { exit, stdout } = await runInProcess(argv);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      report_version: 1,
      validated_at: '2026-01-31T04:00:00.000Z',
      c2pa: { state: 'examined', facts: { kind: 'absent' } },
    });
  });

  it('answers 2 for a file of no known type', async () => {
    const folder = temporaryFolder({ 'c.bin': NO_MEDIA });
    const run: Run = await runInProcess(['inspect', `${folder}/c.bin`, '--no-trust-lists']);
    expect(run).toEqual({ exit: 2, stdout: '', stderr: `revera: ${folder}/c.bin: not a media file of a known type\n` });
  });
});

interface Line {
  file: string;
  result?: { provenance_status: string; understand: { code: string }[] } | null;
  crjson?: unknown;
  error: { code: string } | null;
}

function jsonLines(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
