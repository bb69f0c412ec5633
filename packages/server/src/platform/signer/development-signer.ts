import type { ClaimSigner } from '@revera/provenance';
import type { Clock } from '../clock.ts';
import { readDevelopmentSigner, renewDevelopmentCertificate } from '../development-authority.ts';
import type { Log } from '../log.ts';
import { KEY_LIMITS } from './key-limits.ts';
import { createPemSigner } from './pem-signer.ts';
import { readChain, validityOf, type CertificateChain } from './read-chain.ts';
import { SignerError } from './signer-error.ts';

interface Loaded {
  /** As it was read, to notice when another process has replaced it. */
  chainPem: string;
  signer: ClaimSigner;
  chain: CertificateChain;
}

/**
 * The signer with the installation's development certificate, which renews itself. Each call reads the file, so that a
 * certificate that another process or the command line renewed is used at once.
 */
export function createDevelopmentSigner(dataDir: string, clock: Clock, log: Log): () => Promise<Loaded> {
  let loaded: Loaded | undefined;
  let renewing: Promise<void> | undefined;
  let toldOf = '';

  const load = async (): Promise<Loaded> => {
    const { chainPem, keyPem } = await readDevelopmentSigner(dataDir, clock);
    if (loaded?.chainPem === chainPem) return loaded;
    const signer = createPemSigner({ chainPem, keyPem, passphrase: '', algorithm: null });
    loaded = { chainPem, signer, chain: readChain(chainPem) };
    return loaded;
  };

  const renew = async ({ chainPem, chain }: Loaded): Promise<void> => {
    try {
      await renewDevelopmentCertificate(dataDir, clock);
      log.info('the development signing certificate was renewed');
    } catch (error) {
      if (!(error instanceof SignerError) || validityOf(chain).notAfter < clock.now()) throw error;
      // It can still sign for a while; warn once.
      if (toldOf !== chainPem) log.warn({ err: error }, 'the development signing certificate cannot be renewed');
      toldOf = chainPem;
    }
  };

  return async () => {
    const found = await load();
    if (validityOf(found.chain).notAfter.getTime() - clock.now().getTime() >= KEY_LIMITS.renewBeforeMs) return found;
    // Callers of this process share one renewal.
    renewing ??= renew(found).finally(() => {
      renewing = undefined;
    });
    await renewing;
    return load();
  };
}
