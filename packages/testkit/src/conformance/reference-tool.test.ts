import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { createAuthority, type Authority } from '../authorities/certificate-authority.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { flipByte } from '../mutate.ts';
import { startTripwireServer } from '../servers/tripwire-server.ts';
import { signMedia } from '../sign/sign-media.ts';
import { findReferenceTool, NO_REFERENCE_TOOL, type ReferenceTool } from './reference-tool.ts';

describe('the reference tool', () => {
  let found: ReferenceTool | null;
  let authority: Authority;
  let folder: string;

  beforeAll(async () => {
    found = await findReferenceTool();
    authority = await createAuthority();
    folder = await mkdtemp(join(tmpdir(), 'revera-reference-test-'));
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  const toolOf = (ctx: TestContext): ReferenceTool => found ?? ctx.skip(`skipped: ${NO_REFERENCE_TOOL}`);
  const fileOf = async (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };
  const signedFile = async (name: string) => {
    const bytes = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    return { bytes, path: await fileOf(name, bytes) };
  };

  it('trusts a signer whose root is an anchor', async (ctx) => {
    const tool = toolOf(ctx);
    const { path } = await signedFile('trusted.jpg');
    const reading = await tool.read(path, { anchorsPem: authority.rootPem });
    expect(reading).toMatchObject({ state: 'Trusted', failure: [] });
    expect(reading.success).toEqual(expect.arrayContaining(['signingCredential.trusted', 'assertion.dataHash.match']));
    expect(reading.report).toHaveProperty('active_manifest');
    expect(tool.name).toMatch(/^c2pa.*\d/);
  });

  it('reads a signer without its root as valid', async (ctx) => {
    const tool = toolOf(ctx);
    const { path } = await signedFile('valid.jpg');
    const { rootPem } = await createAuthority();
    for (const anchors of [{}, { anchorsPem: rootPem }, { tsaAnchorsPem: rootPem }]) {
      const expected = { state: 'Valid', failure: ['signingCredential.untrusted'] };
      expect(await tool.read(path, anchors)).toMatchObject(expected);
    }
  });

  it('reads an altered file as invalid', async (ctx) => {
    const tool = toolOf(ctx);
    const { bytes } = await signedFile('whole.jpg');
    const path = await fileOf('altered.jpg', flipByte(bytes, bytes.length - 3));
    const reading = await tool.read(path, { anchorsPem: authority.rootPem });
    expect(reading).toMatchObject({ state: 'Invalid', failure: ['assertion.dataHash.mismatch'] });
  });

  it('has no state for a file without a manifest', async (ctx) => {
    const tool = toolOf(ctx);
    const nothing = { state: null, success: [], informational: [], failure: [], report: null };
    expect(await tool.read(await fileOf('plain.jpg', buildJpeg()), {})).toEqual(nothing);
  });

  it('fetches no manifest that lies elsewhere', async (ctx) => {
    const tool = toolOf(ctx);
    const server = await startTripwireServer();
    try {
      const remoteUrl = `${server.url}/manifest.c2pa`;
      const bytes = await signMedia(buildJpeg(), 'image/jpeg', { authority, remoteUrl, noEmbed: true });
      await expect(tool.read(await fileOf('remote.jpg', bytes), {})).rejects.toThrow(remoteUrl);
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('rejects for what is no media file', async (ctx) => {
    const tool = toolOf(ctx);
    await expect(tool.read(await fileOf('plain.unknown', Buffer.from('text')), {})).rejects.toThrow('Command failed');
  });
});
