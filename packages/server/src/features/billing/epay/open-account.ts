import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { ConfigError } from '../../../config.ts';
import type { EpayConfig } from '../../../config/epay.ts';
import type { Log } from '../../../platform/log.ts';
import { readOperatorFile } from '../../../platform/signer/read-operator-file.ts';
import type { EpayAccount, EpayKeys } from './account.ts';
import { EPAY_LIMITS } from './limits.ts';

/** Keys that everybody knows from the documentation of gateways: whoever uses one lets anybody forge payments. */
const SAMPLE_KEYS: ReadonlySet<string> = new Set(['89unJUB8HZ54Hj7x4nUj56HN4nUzUJ8i']);
/** SHA-256 of public keys (SPKI) whose private half is not secret. */
const SAMPLE_PUBLIC_KEYS: ReadonlySet<string> = new Set([
  'fa5f2b1d61e2183f1b7e4e3584824b11b8b0e485a9b667704ae826e1baecf412',
]);

/**
 * Reads the keys of the configured account and refuses those that protect nothing.
 * @throws {ConfigError} naming the setting
 * @throws {SignerError} when the key file cannot be read
 */
export async function openEpayAccount(config: EpayConfig, log: Log): Promise<EpayAccount> {
  const { pid, gatewayUrl } = config;
  const keyText = await readKey(config.key, log);
  return { pid, gatewayUrl, keys: config.protocol === 'v1' ? v1Keys(config, keyText) : v2Keys(config, keyText) };
}

async function readKey(key: EpayConfig['key'], log: Log): Promise<string> {
  if (key.kind === 'value') return key.text;
  const { text, worldReadable } = await readOperatorFile(key.path, 'The file of EPAY_KEY_FILE', 'KEY_UNREADABLE');
  if (worldReadable) log.warn({ file: key.path }, 'everybody on this machine can read the payment key; chmod 600 it');
  return text.trim();
}

function v1Keys({ previous }: EpayConfig, key: string): EpayKeys {
  return {
    protocol: 'v1',
    key: sharedKey(key, 'EPAY_KEY'),
    previous: previous && { key: sharedKey(previous.key, 'EPAY_PREVIOUS_KEY'), verifyUntil: previous.verifyUntil },
  };
}

function v2Keys({ platformKey, previous }: EpayConfig, key: string): EpayKeys {
  const privateKey = rsaKey(key, 'EPAY_KEY', [
    (der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    (der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
  ]);
  const platform = publicKey(platformKey, 'EPAY_PLATFORM_KEY');
  if (platform.equals(createPublicKey(privateKey))) {
    throw new ConfigError('EPAY_PLATFORM_KEY belongs to EPAY_KEY; it must be the public key of the gateway');
  }
  return {
    protocol: 'v2',
    privateKey,
    platformKey: platform,
    previous: previous && { key: publicKey(previous.key, 'EPAY_PREVIOUS_KEY'), verifyUntil: previous.verifyUntil },
  };
}

function sharedKey(text: string, setting: string): string {
  if (text.length < EPAY_LIMITS.keyCharacters) {
    throw new ConfigError(`${setting} must have at least ${EPAY_LIMITS.keyCharacters} characters`);
  }
  if (SAMPLE_KEYS.has(text)) throw new ConfigError(`${setting} is a key from documentation, which everybody knows`);
  return text;
}

function publicKey(text: string, setting: string): KeyObject {
  const key = rsaKey(text, setting, [
    (der) => createPublicKey({ key: der, format: 'der', type: 'spki' }),
    (der) => createPublicKey({ key: der, format: 'der', type: 'pkcs1' }),
  ]);
  const spki = key.export({ format: 'der', type: 'spki' });
  if (SAMPLE_PUBLIC_KEYS.has(createHash('sha256').update(spki).digest('hex'))) {
    throw new ConfigError(`${setting} is a key from documentation, which everybody knows`);
  }
  return key;
}

/** @param forms tried in this order */
function rsaKey(text: string, setting: string, forms: readonly ((der: Buffer) => KeyObject)[]): KeyObject {
  const der = Buffer.from(bareBase64(text), 'base64');
  const key = forms.map((read) => readOrNull(() => read(der))).find((found) => found !== null);
  if (key == null || key.asymmetricKeyType !== 'rsa') throw new ConfigError(`${setting} is no RSA key of this kind`);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < EPAY_LIMITS.rsaBits) throw new ConfigError(`${setting} must have at least ${EPAY_LIMITS.rsaBits} bits`);
  return key;
}

/** Gateways hand keys out without their armour; settings often hold line ends as `\n`. */
function bareBase64(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .replaceAll(/-----[A-Z ]+-----/g, '')
    .replaceAll(/\s+/g, '');
}

/** The error would quote what it could not read, which may be a key. */
function readOrNull(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch (error) {
    // OpenSSL's refusal has a code in Node.js 20 and none in 24; a TypeError would be a mistake of ours.
    if (error instanceof Error && !(error instanceof TypeError)) return null;
    throw error;
  }
}
