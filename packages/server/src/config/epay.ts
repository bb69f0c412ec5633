import { resolve } from 'node:path';
import { fen, type Fen } from '../shared/fen.ts';
import { isLoopbackHost } from '../shared/loopback.ts';
import { listOf, SETTINGS, type Reader } from './settings.ts';

/** The merchant account at a payment gateway that speaks epay. */
export interface EpayConfig {
  /** Without a slash at the end. */
  gatewayUrl: string;
  pid: string;
  protocol: 'v1' | 'v2';
  /** V1: the key that both sides sign with. V2: our private key. */
  key: { kind: 'value'; text: string } | { kind: 'file'; path: string };
  /** V2: the gateway's public key; empty with V1. */
  platformKey: string;
  /** The key of the gateway before the current one (V1: of both sides). */
  previous: { key: string; verifyUntil: Date } | null;
  /** `page` sends the buyer to a signed address of the gateway; `api` asks the gateway for one. */
  createBy: 'page' | 'api';
  /** A payment of this much or more counts only when the gateway confirms it to a query. */
  confirmFrom: Fen;
  /** What a gateway answers to a refund that it has paid. */
  refundSuccessCodes: readonly number[];
  fullRefundsOnly: boolean;
  /** Hosts besides the gateway's own that buyers may be sent to, in lower case. */
  payHosts: readonly string[];
  /** The gateway may be this machine itself, without TLS. */
  allowLoopbackHttp: boolean;
}

export function epayProblems(read: Reader): string[] {
  const [url, key, keyFile] = [read(SETTINGS.EPAY_GATEWAY_URL), read(SETTINGS.EPAY_KEY), read(SETTINGS.EPAY_KEY_FILE)];
  if (url === '') {
    const given = [key, keyFile, read(SETTINGS.EPAY_PID), read(SETTINGS.EPAY_PLATFORM_KEY)];
    return given.some((text) => text !== '') ? ['EPAY_GATEWAY_URL is missing'] : [];
  }
  const problems: string[] = [];
  if (!isGatewayAddress(url, read(SETTINGS.EPAY_ALLOW_LOOPBACK_HTTP))) {
    problems.push('EPAY_GATEWAY_URL must be an https address without a user name, query or fragment');
  }
  if (read(SETTINGS.EPAY_PID) === '') problems.push('EPAY_PID is missing');
  if (key === '' && keyFile === '') problems.push('EPAY_KEY or EPAY_KEY_FILE is missing');
  if (key !== '' && keyFile !== '') problems.push('EPAY_KEY and EPAY_KEY_FILE exclude each other');
  const isV1 = read(SETTINGS.EPAY_PROTOCOL) === 'v1';
  const hasPlatformKey = read(SETTINGS.EPAY_PLATFORM_KEY) !== '';
  if (isV1 && hasPlatformKey) problems.push('EPAY_PLATFORM_KEY is for EPAY_PROTOCOL=v2');
  if (!isV1 && !hasPlatformKey) problems.push('EPAY_PLATFORM_KEY is missing');
  if ((read(SETTINGS.EPAY_PREVIOUS_KEY) === '') !== (read(SETTINGS.EPAY_PREVIOUS_KEY_UNTIL) === '')) {
    problems.push('EPAY_PREVIOUS_KEY and EPAY_PREVIOUS_KEY_UNTIL belong together');
  }
  if (read(SETTINGS.REVERA_ENV) === 'production') {
    if (isV1 && !read(SETTINGS.EPAY_ALLOW_V1)) problems.push('EPAY_PROTOCOL=v1 needs EPAY_ALLOW_V1=true in production');
    if (read(SETTINGS.EPAY_ALLOW_LOOPBACK_HTTP)) {
      problems.push('EPAY_ALLOW_LOOPBACK_HTTP is not allowed in production');
    }
  }
  return problems;
}

/** Null: there is no gateway, and nobody is charged. */
export function epayConfig(read: Reader): EpayConfig | null {
  const url = read(SETTINGS.EPAY_GATEWAY_URL);
  if (url === '') return null;
  const [previousKey, keyFile] = [read(SETTINGS.EPAY_PREVIOUS_KEY), read(SETTINGS.EPAY_KEY_FILE)];
  return {
    gatewayUrl: url.replace(/\/+$/, ''),
    pid: read(SETTINGS.EPAY_PID),
    protocol: read(SETTINGS.EPAY_PROTOCOL),
    key: keyFile === '' ? { kind: 'value', text: read(SETTINGS.EPAY_KEY) } : { kind: 'file', path: resolve(keyFile) },
    platformKey: read(SETTINGS.EPAY_PLATFORM_KEY),
    previous:
      previousKey === '' ? null : { key: previousKey, verifyUntil: new Date(read(SETTINGS.EPAY_PREVIOUS_KEY_UNTIL)) },
    createBy: read(SETTINGS.EPAY_CREATE),
    confirmFrom: fen(BigInt(read(SETTINGS.EPAY_CONFIRM_FROM_FEN))),
    refundSuccessCodes: listOf(read(SETTINGS.EPAY_REFUND_SUCCESS_CODES)).map(Number),
    fullRefundsOnly: read(SETTINGS.EPAY_FULL_REFUNDS_ONLY),
    payHosts: listOf(read(SETTINGS.EPAY_PAY_HOSTS)).map((host) => host.toLowerCase()),
    allowLoopbackHttp: read(SETTINGS.EPAY_ALLOW_LOOPBACK_HTTP),
  };
}

function isGatewayAddress(text: string, allowLoopbackHttp: boolean): boolean {
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== '') return false;
  return protocol === 'https:' || (allowLoopbackHttp && isLoopbackHost(hostname));
}
