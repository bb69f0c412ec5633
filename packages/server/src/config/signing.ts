import { resolve } from 'node:path';
import { z } from 'zod';
import type { SignatureAlgorithm } from '../shared/signature-algorithms.ts';
import { listOf, SETTINGS, type Reader } from './settings.ts';

const MIB = 1024 * 1024;

/** What the service signs with. */
export interface SigningConfig {
  /** Null when there is only the development certificate, and everything is signed as sandbox. */
  production: ProductionSigningConfig | null;
  threads: number;
  memoryBytes: number;
  stapleOcsp: boolean;
  /** The operator allows time stamps and OCSP answers from this machine. */
  allowLoopbackHttp: boolean;
  /** Empty when signatures carry no time stamp. */
  timeStampUrls: string[];
  timeStampTimeoutMs: number;
}

export interface ProductionSigningConfig {
  /** PEM, leaf first. */
  certificatesFile: string;
  /** Null to derive it from the key. */
  algorithm: SignatureAlgorithm | null;
  key:
    | { kind: 'file'; path: string; passphrase: string }
    /** A program that signs its input; the key never comes here. */
    | { kind: 'command'; command: [string, ...string[]]; timeoutMs: number };
}

export function signingProblems(read: Reader): string[] {
  const [hasCertificate, hasKey, hasCommand] = [
    read(SETTINGS.SIGNING_CERTIFICATES_FILE) !== '',
    read(SETTINGS.SIGNING_KEY_FILE) !== '',
    read(SETTINGS.SIGNING_COMMAND) !== '',
  ];
  const problems: string[] = [];
  if (hasKey && hasCommand) problems.push('SIGNING_KEY_FILE and SIGNING_COMMAND exclude each other');
  if (hasCertificate && !hasKey && !hasCommand) {
    problems.push('SIGNING_CERTIFICATES_FILE needs SIGNING_KEY_FILE or SIGNING_COMMAND');
  }
  if (!hasCertificate && (hasKey || hasCommand)) problems.push('SIGNING_CERTIFICATES_FILE is missing');
  if (hasCommand && decodeCommand(read(SETTINGS.SIGNING_COMMAND)) === null) {
    problems.push('SIGNING_COMMAND must be a JSON array of strings, the program first');
  }
  const badUrls = listOf(read(SETTINGS.TSA_URLS)).filter((url) => !isPlainUrl(url));
  if (badUrls.length > 0) problems.push('TSA_URLS must be http or https addresses without a user name or password');
  return problems;
}

export function signingConfig(read: Reader): SigningConfig {
  const certificatesFile = read(SETTINGS.SIGNING_CERTIFICATES_FILE);
  const command = decodeCommand(read(SETTINGS.SIGNING_COMMAND));
  const algorithm = read(SETTINGS.SIGNING_ALGORITHM);
  return {
    production:
      certificatesFile === ''
        ? null
        : {
            certificatesFile: resolve(certificatesFile),
            algorithm: algorithm === '' ? null : algorithm,
            key:
              command === null
                ? {
                    kind: 'file',
                    path: resolve(read(SETTINGS.SIGNING_KEY_FILE)),
                    passphrase: read(SETTINGS.SIGNING_KEY_PASSPHRASE),
                  }
                : { kind: 'command', command, timeoutMs: read(SETTINGS.SIGNING_COMMAND_SECONDS) * 1000 },
          },
    threads: read(SETTINGS.SIGNING_THREADS),
    memoryBytes: read(SETTINGS.SIGNING_MEMORY_MB) * MIB,
    stapleOcsp: read(SETTINGS.SIGNING_OCSP),
    allowLoopbackHttp: read(SETTINGS.SIGNING_ALLOW_LOOPBACK_HTTP),
    timeStampUrls: listOf(read(SETTINGS.TSA_URLS)),
    timeStampTimeoutMs: read(SETTINGS.TSA_SECONDS) * 1000,
  };
}

function isPlainUrl(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username + password === '';
}

/** The program and its arguments; null when the text is not such a list. */
function decodeCommand(text: string): [string, ...string[]] | null {
  if (text === '') return null;
  const schema = z.tuple([z.string().min(1)], z.string());
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
