import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flipByte } from '@revera/testkit';
import { createAuthority, privateKeyPem } from '@revera/testkit/authorities';
import { buildPng, mediaKinds } from '@revera/testkit/media';
import { readMedia, signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCommand, type SignRequest } from './sign.ts';

const ROOT = 'certificates/development-root.pem';

let folder: string;
let dataDir: string;
let input: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-sign-'));
  dataDir = join(folder, 'data');
  input = join(folder, 'in.png');
  await writeFile(input, buildPng());
});
afterAll(() => rm(folder, { recursive: true }));

function sign(name: string, request: Partial<SignRequest> = {}, settings: Record<string, string> = {}) {
  const defaults = { path: input, outputPath: join(folder, name), overwrite: false, sandbox: false, fields: {} };
  return signCommand({ DATA_DIR: dataDir, ...settings }, { ...defaults, ...request });
}

/** Whatever happened, nothing half-made may lie beside the output. */
async function namesStartingWith(name: string): Promise<string[]> {
  return (await readdir(folder)).filter((entry) => entry.startsWith(name));
}

describe('revera sign', () => {
  it('signs with the development certificate, without a database, and the reference engine trusts its root', async () => {
    const outcome = await sign('one.png', { fields: { content_type: 'captured', model: 'm' } });
    expect(outcome).toMatchObject({
      kind: 'done',
      value: {
        sandbox: true,
        media_type: 'image/png',
        credential_integrity_status: 'valid_and_bound',
        trust_status: 'service_trusted',
        timestamp_present: false,
      },
    });
    expect(await readdir(dataDir)).toEqual(['certificates']);
    const reading = await readMedia(
      await readFile(join(folder, 'one.png')),
      'image/png',
      await readFile(join(dataDir, ROOT), 'utf8'),
    );
    expect(reading).toMatchObject({ state: 'Trusted', failures: [] });
  });

  it('keeps the history of what it signs again', async () => {
    await sign('first.png');
    const again = await sign('second.png', {
      path: join(folder, 'first.png'),
      fields: { content_type: 'human_edited' },
    });
    expect(again.kind).toBe('done');
    const { report } = await readMedia(await readFile(join(folder, 'second.png')), 'image/png');
    expect(Object.keys(report['manifests'] ?? {})).toHaveLength(2);
  });

  it('signs with the production key unless the sandbox is asked for', async () => {
    const authority = await createAuthority({ subject: 'CN=Signer, O=Example News, C=DE' });
    const [certificates, key] = [join(folder, 'chain.pem'), join(folder, 'key.pem')];
    await writeFile(certificates, authority.leaf.pem + authority.intermediate.pem);
    await writeFile(key, privateKeyPem(authority.leaf), { mode: 0o600 });
    const settings = { SIGNING_CERTIFICATES_FILE: certificates, SIGNING_KEY_FILE: key };
    const live = await sign('live.png', {}, settings);
    // Nobody here knows its root, which is no reason not to deliver.
    const facts = { sandbox: false, service_identity: 'Example News', credential_integrity_status: 'trust_unverified' };
    expect(live).toMatchObject({ kind: 'done', value: facts });
    expect(await sign('test.png', { sandbox: true }, settings)).toMatchObject({
      kind: 'done',
      value: { sandbox: true },
    });
  });

  it('replaces a file only when told to', async () => {
    const path = join(folder, 'there.png');
    await writeFile(path, 'mine');
    expect(await sign('there.png')).toMatchObject({ kind: 'refused', code: 'FILE_EXISTS' });
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect(await sign('there.png', { overwrite: true })).toMatchObject({ kind: 'done' });
    expect(await namesStartingWith('there.png')).toEqual(['there.png']);
  });

  it('refuses, and writes nothing', async () => {
    const signed = await signMedia(buildPng({ sizeBytes: 5000 }), 'image/png', { authority: await createAuthority() });
    const files = {
      'broken.png': flipByte(signed, signed.length - 20),
      'doc.pdf': mediaKinds.pdf.build(),
      'clip.mkv': mediaKinds.matroska.build(),
      'text.txt': new TextEncoder().encode('text'),
      'cut.png': buildPng().subarray(0, 12),
      'large.png': buildPng({ sizeBytes: 2_000_000 }),
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    const codeOf = async (name: string, fields: Record<string, string> = {}, settings: Record<string, string> = {}) => {
      const outcome = await sign('refused', { path: join(folder, name), fields }, settings);
      return outcome.kind === 'refused' ? outcome.code : outcome.kind;
    };
    expect(await codeOf('broken.png')).toBe('C2PA_ASSET_BINDING_INVALID');
    expect(await codeOf('doc.pdf')).toBe('INVALID_FILE_TYPE');
    expect(await codeOf('clip.mkv')).toBe('INVALID_FILE_TYPE');
    expect(await codeOf('text.txt')).toBe('INVALID_FILE_TYPE');
    expect(await codeOf('cut.png')).toBe('MEDIA_PARSE_FAILED');
    expect(await codeOf('absent.png')).toBe('CANNOT_READ');
    expect(await codeOf('large.png', {}, { LIMIT_SIGN_MB: '1' })).toBe('FILE_TOO_LARGE');
    expect(await codeOf('in.png', { model: 'a\u202eb' })).toBe('INVALID_FIELD');
    expect(await codeOf('in.png', {}, { TSA_URLS: 'http://127.0.0.1:9/', SIGNING_ALLOW_LOOPBACK_HTTP: 'true' })).toBe(
      'SIGNING_FAILED',
    );
    expect(await namesStartingWith('refused')).toEqual([]);
    expect(await codeOf('broken.png', { ingredient_policy: 'discard' })).toBe('done');
  });
});
