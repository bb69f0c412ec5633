import type { ClaimSigner } from '@revera/provenance';
import type { SigningConfig } from '../../config/signing.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createDevelopmentSigner } from './development-signer.ts';
import { openProductionSigner } from './production-signer.ts';
import { identityOf, validityOf, type CertificateChain } from './read-chain.ts';
import { SignerError } from './signer-error.ts';

/** The signer to use now. */
export interface CurrentSigner {
  signer: ClaimSigner;
  /** Whether it is the development certificate, whose signatures nobody else trusts. */
  sandbox: boolean;
  /** The subject of the certificate: its organization, else its common name. */
  identity: string;
  /** When the first certificate of the chain ends. */
  notAfter: Date;
}

/** The service's signing keys. */
export interface Signers {
  /**
   * Live keys get the production certificate when there is one; everything else is signed with the development certificate, as
   * sandbox.
   * @throws {SignerError} CERTIFICATE_OUTSIDE_VALIDITY, among others
   */
  forMode(mode: 'live' | 'test'): Promise<CurrentSigner>;
  close(): Promise<void>;
}

/**
 * Opens the configured signing keys. Bad ones prevent the start.
 * @throws {SignerError} whose message lists what is wrong
 */
export async function openSigners(config: SigningConfig, dataDir: string, clock: Clock, log: Log): Promise<Signers> {
  const closing = new AbortController();
  const { signal } = closing;
  const production = config.production && (await openProductionSigner(config.production, { clock, log, signal }));
  const development = createDevelopmentSigner(dataDir, clock, log);
  return {
    forMode: async (mode) =>
      mode === 'live' && production !== null
        ? describe(production, false, clock.now())
        : describe(await development(), true, clock.now()),
    close: async () => Promise.resolve(closing.abort()),
  };
}

interface Opened {
  signer: ClaimSigner;
  chain: CertificateChain;
}

function describe({ signer, chain }: Opened, sandbox: boolean, now: Date): CurrentSigner {
  const { notBefore, notAfter } = validityOf(chain);
  if (now < notBefore || now > notAfter) {
    const which = sandbox ? 'development' : 'production';
    const when = `valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}`;
    throw new SignerError('CERTIFICATE_OUTSIDE_VALIDITY', `The ${which} signing certificate is ${when}.`);
  }
  return { signer, sandbox, identity: identityOf(chain.leaf), notAfter };
}
