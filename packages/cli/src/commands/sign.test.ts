import type { SignedByCommand, SignRequest } from '@revera/server';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/fake-context.ts';

const SIGNED: SignedByCommand = {
  file: 'signed.png',
  media_type: 'image/png',
  size_bytes: 1,
  sha256: 'ab',
  manifest: 'urn:c2pa:1',
  credential_integrity_status: 'valid_and_bound',
  trust_status: 'service_trusted',
  timestamp_present: false,
  sandbox: true,
  china_aigc: null,
  remote_manifest_discarded: null,
  service_identity: 'Development\u001B[31m',
};

describe('sign', () => {
  it('passes on what was said and leaves the rest to the defaults of the interface', async () => {
    const requests: SignRequest[] = [];
    const server = {
      signFile: async (request: SignRequest) => {
        requests.push(request);
        return Promise.resolve({ kind: 'done', value: SIGNED } as const);
      },
    };
    const all = ['--content-type', 'captured', '--generator-name', 'Cam', '--generator-version', '2', '--model', 'm'];
    const more = ['--organization', 'o', '--ingredient-policy', 'discard', '--timestamp', 'optional'];
    await runInProcess(['sign', 'in.png', '-o', 'signed.png', ...all, ...more, '--force', '--sandbox'], { server });
    await runInProcess(['sign', 'in.png', '--out', 'signed.png'], { server });
    const common = { path: 'in.png', outputPath: 'signed.png' };
    expect(requests).toEqual([
      {
        ...common,
        overwrite: true,
        sandbox: true,
        fields: {
          content_type: 'captured',
          generator_name: 'Cam',
          generator_version: '2',
          model: 'm',
          organization: 'o',
          ingredient_policy: 'discard',
          timestamp: 'optional',
        },
      },
      { ...common, overwrite: false, sandbox: false, fields: {} },
    ]);
  });

  it('says that it is a sandbox signature, and by whom, escaped', async () => {
    const server = { signFile: async () => Promise.resolve({ kind: 'done', value: SIGNED } as const) };
    const { exit, stdout } = await runInProcess(['sign', 'in.png', '--out', 'signed.png'], { server });
    expect(exit).toBe(0);
    expect(stdout).toContain('sandbox, with the development certificate (not for production)');
    expect(stdout).toContain('Development\\u{1b}[31m');
    expect(stdout).toContain('valid_and_bound, service_trusted');
    const json = await runInProcess(['sign', 'in.png', '--out', 'signed.png', '--json'], { server });
    expect(JSON.parse(json.stdout)).toEqual(SIGNED);
  });

  it('says which address of a remote manifest was dropped', async () => {
    const value = { ...SIGNED, remote_manifest_discarded: 'https://example.test/\u001B[31m' };
    const server = { signFile: async () => Promise.resolve({ kind: 'done', value } as const) };
    const { stdout } = await runInProcess(['sign', 'in.png', '--out', 'signed.png'], { server });
    expect(stdout).toContain('dropped   the address of a remote manifest: https://example.test/\\u{1b}[31m');
  });

  it.each([
    [['sign', '--out', 'x'], 'The file is missing'],
    [['sign', 'in.png'], '--out is missing'],
    [['sign', 'in.png', '--out', 'x', '--content-type', 'photo'], '--content-type takes ai_generated'],
    [['sign', 'in.png', '--out', 'x', '--timestamp', 'no'], '--timestamp takes required, optional'],
  ])('%j is wrong use', async (argv, message) => {
    const { exit, stderr } = await runInProcess(argv);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });

  it('tells a refusal, and answers 2', async () => {
    const refusal = { kind: 'refused', code: 'FILE_EXISTS', message: 'it is there' } as const;
    const server = { signFile: async () => Promise.resolve(refusal) };
    const { exit, stdout, stderr } = await runInProcess(['sign', 'a', '--out', 'b', '--json'], { server });
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: 'revera: it is there\n' });
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'FILE_EXISTS', message: 'it is there' } });
  });
});
