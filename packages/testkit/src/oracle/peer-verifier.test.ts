import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, type Authority } from '../authorities/certificate-authority.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { flipByte } from '../mutate.ts';
import { startTripwireServer } from '../servers/tripwire-server.ts';
import { digitalSourceTypes, signMedia, type SignOptions } from '../sign/sign-media.ts';
import { PEERS } from './peer-reading.ts';
import { describeWithPeers, openPeerVerifier, type PeerTrust, type PeerVerifier } from './peer-verifier.ts';

const JPEG = 'image/jpeg';
const NOBODY: PeerTrust = { signers: [], time_stamps: '', identities: '' };

describeWithPeers('verifiers that are not ours', () => {
  let folder: string;
  let authority: Authority;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'revera-peers-test-'));
    authority = await createAuthority();
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const fileOf = async (bytes: Uint8Array): Promise<string> => {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return path;
  };
  const signed = (options: Partial<SignOptions> = {}) => signMedia(buildJpeg(), JPEG, { authority, ...options });

  describe.each(PEERS)('%s', (name) => {
    let peer: PeerVerifier;
    const read = async (bytes: Uint8Array, trust: PeerTrust = NOBODY) => {
      await peer.use(trust);
      return peer.read(await fileOf(bytes), JPEG);
    };

    beforeAll(async () => {
      peer = await openPeerVerifier(name);
    });
    afterAll(async () => peer.close());

    it('says its version', () => {
      expect(peer.name).toMatch(new RegExp(`^${name} \\d`));
    });

    it('trusts a signer below an anchor that it is given, and nobody else', async () => {
      const trustIn = ({ rootPem }: Authority): PeerTrust => ({
        ...NOBODY,
        signers: [{ anchors: rootPem, allowed: '', purposes: ['1.3.6.1.4.1.62558.2.1'] }],
      });
      const bytes = await signed();
      expect(await read(bytes, trustIn(authority))).toMatchObject({
        state: 'trusted',
        failure: [],
        signer: 'Revera Test Signer',
        time: null,
        sourceTypes: [digitalSourceTypes.digitalCreation],
      });
      const untrusted = { state: 'valid', failure: ['signingCredential.untrusted'] };
      expect(await read(bytes, trustIn(await createAuthority()))).toMatchObject(untrusted);
    });

    it('finds changed content', async () => {
      const bytes = await signed();
      const reading = await read(flipByte(bytes, bytes.length - 3));
      expect(reading).toMatchObject({ state: 'invalid' });
      expect(reading.failure).toContain('assertion.dataHash.mismatch');
    });

    it('finds nothing in a file without a manifest', async () => {
      expect(await read(buildJpeg())).toMatchObject({ state: 'absent', error: null, failure: [] });
    });

    it('gives the error with which it refuses a file, and goes on', async () => {
      const refused = await peer.read(await fileOf(Buffer.from('text')), 'application/x-nothing');
      expect(refused).toMatchObject({ state: 'refused', failure: [] });
      expect(refused.error).toMatch(/unsupported/);
      expect(await read(buildJpeg())).toMatchObject({ state: 'absent' });
    });

    it('fetches no manifest that lies elsewhere', async () => {
      const server = await startTripwireServer();
      try {
        await read(await signed({ remoteUrl: `${server.url}/manifest.c2pa`, noEmbed: true }));
        expect(server.requests).toEqual([]);
      } finally {
        await server.close();
      }
    });
  });

  it('rejects what is asked of a peer that has ended', async () => {
    const peer = await openPeerVerifier('c2pa-python');
    await peer.close();
    await expect(peer.use(NOBODY)).rejects.toThrow('c2pa-python');
  });
});
