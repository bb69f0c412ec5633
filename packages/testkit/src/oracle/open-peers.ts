import type { PeerName, PeerReading } from './peer-reading.ts';
import { openPeerVerifier, type PeerSigning, type PeerTrust } from './peer-verifier.ts';

/** Every verifier that is not ours. */
export interface Peers {
  /** Sets the certificates for all files read from now on. */
  use(trust: PeerTrust): Promise<void>;
  /** What each says about a file. */
  read(path: string, mediaType: string): Promise<Record<PeerName, PeerReading>>;
  /** Signs with the native one. */
  sign(signing: PeerSigning): Promise<void>;
  close(): Promise<void>;
}

export async function openPeers(): Promise<Peers> {
  const [native, independent] = await Promise.all([openPeerVerifier('c2pa-python'), openPeerVerifier('encypher-c2pa')]);
  return {
    use: async (trust) => void (await Promise.all([native.use(trust), independent.use(trust)])),
    read: async (path, mediaType) => {
      const [first, second] = await Promise.all([native.read(path, mediaType), independent.read(path, mediaType)]);
      return { 'c2pa-python': first, 'encypher-c2pa': second };
    },
    sign: (signing) => native.sign(signing),
    close: async () => void (await Promise.all([native.close(), independent.close()])),
  };
}
