import type { EpayConfig } from '../../../config/epay.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { EpayAccount } from './account.ts';
import { createEpayClient, type EpayClient } from './client.ts';
import { openEpayAccount } from './open-account.ts';

/** The configured gateway: whose messages count, what can be asked of it, and how the operator wants it used. */
export interface EpayGateway {
  account: EpayAccount;
  client: EpayClient;
  config: EpayConfig;
}

/**
 * Opens the configured gateway without contacting it; null: there is none.
 * @throws {ConfigError} for keys that protect nothing
 * @throws {SignerError} when the key file cannot be read
 */
export async function openEpayGateway(
  config: EpayConfig | null,
  { clock, log }: { clock: Clock; log: Log },
): Promise<EpayGateway | null> {
  if (config === null) return null;
  const account = await openEpayAccount(config, log);
  const { payHosts, refundSuccessCodes, allowLoopbackHttp } = config;
  const client = createEpayClient({ account, clock, log, payHosts, refundSuccessCodes, allowLoopbackHttp });
  return { account, client, config };
}

/** Names the secret of the configured account, whichever setting holds it: a key that moves into a file is the same account. */
const SECRET_REF = 'env:EPAY_KEY';

/** How the account is named in the database: by what it is, and never by its secret. */
export function accountRecord({ account }: EpayGateway): EpayAccountRecord {
  return {
    provider: 'epay',
    pid: account.pid,
    protocol: account.keys.protocol === 'v1' ? 'v1_md5' : 'v2_rsa',
    api_base: account.gatewayUrl,
    secret_ref: SECRET_REF,
  };
}

export interface EpayAccountRecord {
  provider: 'epay';
  pid: string;
  protocol: 'v1_md5' | 'v2_rsa';
  api_base: string;
  secret_ref: string;
}
