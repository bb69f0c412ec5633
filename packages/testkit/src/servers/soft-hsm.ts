import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A PKCS#11 token in software (SoftHSM 2) with the tools of OpenSC, in a folder of its own. */
export interface SoftHsm {
  /** What programs that use the token need: the token's configuration and, as `TOKEN_PIN`, its PIN. */
  environment: Readonly<Record<string, string>>;
  /** Makes a key that never leaves the token, and answers its public key as SPKI in DER form. */
  makeKey(kind: 'EC:prime256v1' | 'rsa:2048', id: string): Promise<Uint8Array>;
  /** `pkcs11-tool --sign` with this key; it reads standard input and writes the signature. */
  signCommand(id: string, ...options: string[]): [string, ...string[]];
  close(): Promise<void>;
}

const UTIL = '/usr/bin/softhsm2-util';
const TOOL = '/usr/bin/pkcs11-tool';
const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];
const TOKEN = 'revera';
const PIN = '1234';
const run = promisify(execFile);

/** Says once, by its answer and one line, whether tests with a token can run. */
export function hasSoftHsm(): boolean {
  const present = [UTIL, TOOL].every((path) => existsSync(path)) && MODULES.some((path) => existsSync(path));
  if (!present)
    console.info('SoftHSM 2 or pkcs11-tool is absent (softhsm2, opensc): the checks with a token are skipped');
  return present;
}

/** Starts with an empty token. */
export async function createSoftHsm(): Promise<SoftHsm> {
  const module = MODULES.find((path) => existsSync(path));
  if (module === undefined) throw new Error('SoftHSM 2 is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'revera-token-'));
  const configuration = join(folder, 'softhsm2.conf');
  await mkdir(join(folder, 'tokens'));
  await writeFile(configuration, `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\n`);
  const environment = { SOFTHSM2_CONF: configuration, TOKEN_PIN: PIN };
  const options = { env: { ...environment, PATH: '/usr/bin:/bin' } };
  await run(UTIL, ['--init-token', '--free', '--label', TOKEN, '--so-pin', '12345678', '--pin', PIN], options);
  const token = ['--module', module, '--token-label', TOKEN];
  const login = [...token, '--login', '--pin', 'env:TOKEN_PIN'];
  return {
    environment,
    makeKey: async (kind, id) => {
      await run(TOOL, [...login, '--keypairgen', '--key-type', kind, '--id', id], options);
      const file = join(folder, `${id}.der`);
      await run(TOOL, [...token, '--read-object', '--type', 'pubkey', '--id', id, '--output-file', file], options);
      return new Uint8Array(await readFile(file));
    },
    signCommand: (id, ...more) => [TOOL, ...login, '--sign', '--id', id, ...more],
    close: async () => rm(folder, { recursive: true }),
  };
}
