import type { ClaimSigner } from '@revera/provenance';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import type { Log } from '../log.ts';
import { chooseAlgorithm } from './choose-algorithm.ts';
import { createGate } from './gate.ts';
import { KEY_LIMITS } from './key-limits.ts';
import { readChain } from './read-chain.ts';
import { runCommand } from './run-command.ts';
import { isSignature, readSignatures } from './signature-form.ts';
import { SignerError } from './signer-error.ts';

/** A key that is used by a program of the operator. */
export interface CommandSignerOptions {
  /** Leaf first, without the root. */
  chainPem: string;
  command: readonly [string, ...string[]];
  /** For one run. */
  timeoutMs: number;
  /** Null to derive it from the key. */
  algorithm: SignatureAlgorithm | null;
  log: Log;
  /** The source of the program's environment. Default: that of this process. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Ends all runs. */
  signal?: AbortSignal;
}

/** `SIGNING_COMMAND_ENV_AWS_PROFILE=x` gives the program `AWS_PROFILE=x`. */
const ENVIRONMENT_PREFIX = 'SIGNING_COMMAND_ENV_';

/**
 * Signs by running the operator's program, for keys in a PKCS#11 token, a KMS or anywhere else. It gets the bytes to sign on its
 * standard input and writes the signature, raw or in base64; it must exit with 0. Every signature is verified before it is used:
 * a broken key store would produce credentials that look forged.
 * @throws {SignerError}
 */
export function createCommandSigner(options: CommandSignerOptions): ClaimSigner {
  const { leaf, der } = readChain(options.chainPem);
  const algorithm = chooseAlgorithm(leaf, options.algorithm);
  const environment = commandEnvironment(options.environment ?? process.env);
  const signal = options.signal ?? new AbortController().signal;
  const gate = createGate(KEY_LIMITS.commandRuns);
  const { command, timeoutMs, log } = options;
  return {
    algorithm,
    chain: der,
    sign: async (bytes) =>
      gate(async () => {
        const { status, output, message } = await runCommand({ command, input: bytes, timeoutMs, environment, signal });
        if (status !== 0) {
          log.error({ program: command[0], status, output: message }, 'the signing command failed');
          throw new SignerError('KEY_STORE_REFUSED', `The signing command ended with ${status ?? 'a signal'}.`);
        }
        const key = leaf.publicKey;
        const signatures = readSignatures(output, algorithm, key);
        const good = signatures.find((signature) => isSignature(algorithm, key, bytes, signature));
        if (good !== undefined) return good;
        log.error({ program: command[0], bytes: output.length, output: message }, 'the signing command signs wrongly');
        throw new SignerError('SIGNATURE_WRONG', wrongSignature(signatures.length > 0, algorithm));
      }),
  };
}

function wrongSignature(hasForm: boolean, algorithm: SignatureAlgorithm): string {
  return hasForm
    ? 'The signing command’s signature is not by the certificate’s key, or not over the bytes it was given.'
    : `The signing command’s answer does not have the form of a signature with ${algorithm}.`;
}

/** The variables that programs generally need, and those that the operator names for it; nothing else of ours. */
function commandEnvironment(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const named = Object.entries(source).flatMap(([name, value]) =>
    name.startsWith(ENVIRONMENT_PREFIX) ? [[name.slice(ENVIRONMENT_PREFIX.length), value] as const] : [],
  );
  const all = [['PATH', source['PATH'] ?? '/usr/bin:/bin'] as const, ['HOME', source['HOME']] as const, ...named];
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined || name === '' ? [] : [[name, value]])),
  );
}
