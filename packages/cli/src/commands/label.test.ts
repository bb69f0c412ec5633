import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '@revera/testkit/authorities';
import { aigcCarrier, aigcFields, aigcText, mirrored } from '@revera/testkit/label';
import { buildJpeg, buildPng } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/fake-context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const CODE = '001191110102MACQD9K64010000';
const GOOD = aigcText(mirrored(aigcFields()));
const labelled = (text: string): Uint8Array => aigcCarrier('png-text').build(text);

async function json(argv: readonly string[]): Promise<unknown> {
  return JSON.parse((await runInProcess(argv)).stdout);
}

describe('label read', () => {
  it('shows the elements, the company and what is wrong, for people', async () => {
    const folder = temporaryFolder({ 'a.png': labelled(GOOD.replace('"1"', '1')) });
    const { exit, stdout } = await runInProcess(['label', 'read', `${folder}/a.png`]);
    expect(exit).toBe(0);
    expect(stdout).toContain('a.png: nonconformant');
    expect(stdout).toMatch(/ContentProducer\s+"001191110102MACQD9K64010000"\s+ByteDance/);
    expect(stdout).toContain('AIGC-012');
  });

  it('prints what the interface would, as JSON, for several files', async () => {
    const folder = temporaryFolder({ 'a.png': labelled(GOOD), 'b.jpg': buildJpeg() });
    expect(await json(['label', 'read', '--json', folder])).toMatchObject([
      {
        media_type: 'image/png',
        status: 'conformant',
        labels: [{ label: '1', producer: { uscc: '91110102MACQD9K640', company: 'ByteDance' } }],
      },
      { media_type: 'image/jpeg', status: 'no_label', labels: [] },
    ]);
  });

  it('makes hostile text inert', async () => {
    const hostile = GOOD.replace(CODE, 'x\\u001b[31m\\u202ey');
    const folder = temporaryFolder({ 'a.png': labelled(hostile) });
    const { stdout } = await runInProcess(['label', 'read', `${folder}/a.png`]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\u202e');
  });

  it('answers 2 for a file that is not there or of no known type', async () => {
    const folder = temporaryFolder({ 'a.bin': Uint8Array.of(0, 1, 2, 3) });
    const { exit, stderr } = await runInProcess(['label', 'read', `${folder}/none.png`, `${folder}/a.bin`]);
    expect(exit).toBe(2);
    expect(stderr).toContain('no such file');
    expect(stderr).toContain('of no known media type');
  });
});

describe('label check', () => {
  it('prints every rule with its clause and what came of it', async () => {
    const folder = temporaryFolder({ 'a.png': labelled(GOOD.replace('"Label":"1"', '"Label":"9"')) });
    const { exit, stdout } = await runInProcess(['label', 'check', `${folder}/a.png`]);
    expect(exit).toBe(3);
    expect(stdout).toMatch(/AIGC-011\s+ERROR\s+Error\s+GB 45438-2025 Annex E c\)/);
    expect(stdout).toMatch(/AIGC-020\s+ok\s+Error/);
    expect(stdout).not.toContain('AIGC-080');
  });

  it.each([
    ['a conformant label', GOOD, [], 0],
    ['a label that breaks the standard', '{"Label":"1"}', [], 3],
    ['no label', null, [], 0],
    ['no label, and one is required', null, ['--require'], 4],
  ])('exit code for %s', async (_what, text, options, code) => {
    const folder = temporaryFolder({ 'a.png': text === null ? buildPng() : labelled(text) });
    expect((await runInProcess(['label', 'check', `${folder}/a.png`, ...options])).exit).toBe(code);
  });

  it('claims nothing of a label that cannot be read', async () => {
    const folder = temporaryFolder({ 'a.png': labelled(GOOD.slice(0, -20)) });
    const { exit, stdout } = await runInProcess(['label', 'check', `${folder}/a.png`]);
    expect(exit).toBe(3);
    expect(stdout).toMatch(/AIGC-001\s+ERROR/);
    expect(stdout).toMatch(/AIGC-020\s+-\s/);
  });

  it('prints CSV that no spreadsheet takes for a formula, one row for each finding', async () => {
    const evil = GOOD.replaceAll(CODE, '=HYPERLINK(\\"x\\")');
    const folder = temporaryFolder({ 'a.png': labelled(evil), 'b.jpg': buildJpeg() });
    const { stdout } = await runInProcess(['label', 'check', '--csv', folder]);
    const rows = stdout.trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^file,media_type,status,/);
    expect(rows.filter((row) => row.includes('a.png')).length).toBeGreaterThan(1);
    expect(stdout).toContain(`"'=HYPERLINK(""x"")"`);
    expect(rows.at(-1)).toContain('image/jpeg,no_label');
  });

  it('speaks Chinese when asked, and JSON for scripts', async () => {
    const folder = temporaryFolder({ 'a.png': labelled('{"Label":"1"}') });
    const chinese = await runInProcess(['label', 'check', '--lang', 'zh-CN', `${folder}/a.png`]);
    expect(chinese.stdout).toMatch(/AIGC-020\s+错误\s+错误\s+GB 45438-2025 附录 E d\)/);
    expect(await json(['label', 'check', '--json', `${folder}/a.png`])).toMatchObject([{ status: 'nonconformant' }]);
  });

  it('is wrong use without a file, or with two forms', async () => {
    expect((await runInProcess(['label', 'check'])).exit).toBe(2);
    expect((await runInProcess(['label', 'check', '--csv', '--json', 'x'])).exit).toBe(2);
  });
});

describe('label write', () => {
  const write = (folder: string, from: string, to: string, ...options: string[]) =>
    runInProcess(['label', 'write', join(folder, from), '--out', join(folder, to), ...options]);

  it('writes a conformant label that is read back, and leaves the original alone', async () => {
    const original = buildPng();
    const folder = temporaryFolder({ 'a.png': original });
    const { exit, stdout } = await write(folder, 'a.png', 'b.png', '--producer', CODE);
    expect([exit, stdout]).toEqual([0, `Labelled ${folder}/b.png in iTXt\n`]);
    expect(new Uint8Array(readFileSync(join(folder, 'a.png')))).toEqual(new Uint8Array(original));
    expect(await json(['label', 'check', '--json', `${folder}/b.png`])).toMatchObject([
      {
        status: 'conformant',
        labels: [{ label: '1', content_producer: CODE, content_propagator: CODE, placement: 'standard' }],
      },
    ]);
  });

  it('refuses a second label unless a policy says what to do', async () => {
    const folder = temporaryFolder({ 'a.png': labelled(GOOD) });
    const refused = await write(folder, 'a.png', 'b.png', '--producer', CODE);
    expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('AIGC-080')]);
    expect((await write(folder, 'a.png', 'b.png', '--producer', CODE, '--policy', 'replace')).exit).toBe(0);
    const platform = '001191110102MACQD9K64020000';
    const options = ['--policy', 'replace_propagation', '--propagator', platform, '--propagate-id', '77'];
    expect((await write(folder, 'a.png', 'c.png', ...options)).exit).toBe(0);
    expect(await json(['label', 'read', '--json', `${folder}/c.png`])).toMatchObject([
      { labels: [{ content_producer: CODE, content_propagator: platform, propagate_id: '77' }] },
    ]);
  });

  it('takes a label as JSON, and refuses one that breaks a rule', async () => {
    const folder = temporaryFolder({ 'a.png': buildPng() });
    expect((await write(folder, 'a.png', 'b.png', '--label', GOOD)).exit).toBe(0);
    const wrong = await write(folder, 'a.png', 'c.png', '--label', GOOD.replaceAll('K64010000', 'K64110000'));
    expect([wrong.exit, wrong.stderr]).toEqual([2, expect.stringContaining('AIGC-043')]);
    const nonsense = await write(folder, 'a.png', 'c.png', '--label', '[1]');
    expect([nonsense.exit, nonsense.stderr]).toEqual([2, expect.stringContaining('--label')]);
  });

  it('never makes up a code, and never replaces a file unasked', async () => {
    const folder = temporaryFolder({ 'a.png': buildPng(), 'b.png': 'mine' });
    expect((await write(folder, 'a.png', 'b.png')).stderr).toContain('--producer is missing');
    const taken = await write(folder, 'a.png', 'b.png', '--producer', CODE);
    expect([taken.exit, taken.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    expect(readFileSync(join(folder, 'b.png'), 'utf8')).toBe('mine');
    expect((await write(folder, 'a.png', 'b.png', '--producer', CODE, '--force')).exit).toBe(0);
  });

  it('warns when the file has a credential, which the change breaks', async () => {
    const signed = await signMedia(buildPng(), 'image/png', { authority: await createAuthority() });
    const folder = temporaryFolder({ 'a.png': signed });
    const { exit, stderr } = await write(folder, 'a.png', 'b.png', '--producer', CODE);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('which this change breaks')]);
  });

  it('says so when the format has no place for a label', async () => {
    const folder = temporaryFolder({ 'a.txt': 'Just words.\n' });
    const { exit, stderr } = await write(folder, 'a.txt', 'b.txt', '--producer', CODE);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('AIGC-082')]);
  });
});

describe('label code', () => {
  it.each([
    [['label', 'code'], { organization_id: null }],
    [['label', 'code', CODE], { organization_id: null, code: CODE }],
    [['label', 'code', '--clear', '--organization', 'org_1'], { organization_id: 'org_1', code: null }],
  ])('%j', async (argv, request) => {
    const asked: unknown[] = [];
    const server = {
      providerCode: async (given: unknown) => {
        asked.push(given);
        const value = { organization_id: 'org_1', name: 'Mine', provider_code: CODE };
        return Promise.resolve({ kind: 'done', value } as const);
      },
    };
    const { exit, stdout } = await runInProcess(argv, { server });
    expect([exit, stdout, asked]).toEqual([0, `Mine: ${CODE}\n`, [request]]);
  });

  it('is wrong use with a code and --clear', async () => {
    expect((await runInProcess(['label', 'code', CODE, '--clear'])).exit).toBe(2);
  });
});
