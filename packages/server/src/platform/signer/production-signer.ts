import { checkSigningChain, type ClaimSigner, type ProfileProblem } from '@revera/provenance';
import type { ProductionSigningConfig } from '../../config/signing.ts';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { naturalAlgorithm } from './choose-algorithm.ts';
import { createCommandSigner } from './command-signer.ts';
import { KEY_LIMITS } from './key-limits.ts';
import { createPemSigner } from './pem-signer.ts';
import { readChain, validityOf, type CertificateChain } from './read-chain.ts';
import { readOperatorFile } from './read-operator-file.ts';
import { isSignature } from './signature-form.ts';
import { SignerError } from './signer-error.ts';

/** Signing certificates, judged. */
export interface JudgedChain {
  pem: string;
  chain: CertificateChain;
  /** Empty when they may sign. */
  problems: ProfileProblem[];
}

/** @throws {SignerError} when the file cannot be read as certificates */
export async function readProductionChain(config: ProductionSigningConfig, at: Date): Promise<JudgedChain> {
  const { text } = await readOperatorFile(config.certificatesFile, 'The certificate file', 'CERTIFICATE_UNREADABLE');
  return judgeChain(text, config.algorithm, at);
}

/**
 * Checks certificates (PEM, leaf first) against the C2PA profile.
 * @throws {SignerError} when they cannot be read
 */
export function judgeChain(pem: string, wanted: SignatureAlgorithm | null, at: Date): JudgedChain {
  const chain = readChain(pem);
  // A key without any suitable algorithm is refused, whichever one is checked.
  const algorithm = wanted ?? naturalAlgorithm(chain.leaf) ?? 'ES256';
  return { pem, chain, problems: checkSigningChain(chain.der, { at, algorithm }) };
}

/** What opening the production signer needs of the service. */
export interface SignerEnvironment {
  clock: Clock;
  log: Log;
  /** Ends what is still running. */
  signal: AbortSignal;
}

const TRIAL = new TextEncoder().encode('Revera tries its signing key at the start.');

/**
 * Opens the operator's key and certificates, and tries them, so that errors show at the start and not to a customer. An expired
 * certificate stops only live signing: verification must survive a restart.
 * @throws {SignerError} naming every problem
 */
export async function openProductionSigner(
  config: ProductionSigningConfig,
  { clock, log, signal }: SignerEnvironment,
): Promise<{ signer: ClaimSigner; chain: CertificateChain }> {
  const { pem, chain, problems } = await readProductionChain(config, clock.now());
  if (problems.some(({ code }) => code !== 'expired')) {
    const lines = problems.map(({ message }) => message);
    throw new SignerError('CERTIFICATE_PROFILE', [`${config.certificatesFile} cannot be used:`, ...lines].join('\n'));
  }
  const signer = await openKey(config, pem, log, signal);
  const { notAfter } = validityOf(chain);
  const leftMs = notAfter.getTime() - clock.now().getTime();
  const facts = { file: config.certificatesFile, not_after: notAfter };
  if (leftMs < 0) log.error(facts, 'the production signing certificate has ended; live signing is refused');
  else if (leftMs < KEY_LIMITS.renewBeforeMs) log.warn(facts, 'the production signing certificate ends soon');
  if (!isSignature(signer.algorithm, chain.leaf.publicKey, TRIAL, await signer.sign(TRIAL))) {
    throw new SignerError('SIGNATURE_WRONG', 'The signing key makes signatures that its certificate does not verify.');
  }
  return { signer, chain };
}

async function openKey(
  { key, algorithm }: ProductionSigningConfig,
  chainPem: string,
  log: Log,
  signal: AbortSignal,
): Promise<ClaimSigner> {
  if (key.kind === 'command') {
    const { command, timeoutMs } = key;
    return createCommandSigner({ chainPem, command, timeoutMs, algorithm, log, signal });
  }
  const { text, worldReadable } = await readOperatorFile(key.path, 'The key file', 'KEY_UNREADABLE');
  if (worldReadable) log.warn({ file: key.path }, 'everybody on this machine can read the signing key; chmod 600 it');
  return createPemSigner({ chainPem, keyPem: text, passphrase: key.passphrase, algorithm });
}
