import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { ServerLimits } from '../../../shared/limits.ts';
import type { Links } from '../../../shared/links.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { EpayGateway } from '../epay/index.ts';

/** The account at the gateway that this process knows the keys of. */
export interface PaymentGateway extends EpayGateway {
  /** Of its row in `provider_account`. */
  accountId: string;
}

export interface OrderServices {
  db: Db;
  log: Log;
  clock: Clock;
  links: Pick<Links, 'origin' | 'page'>;
  limits: Pick<ServerLimits, 'idempotencyMs'>;
  /** Null: there is none, and nobody is charged. */
  gateway: PaymentGateway | null;
}

/** @throws {AppError} PAYMENT_PROVIDER_UNAVAILABLE: there is none */
export function gatewayOf({ gateway }: { gateway: PaymentGateway | null }): PaymentGateway {
  if (gateway === null) throw new AppError('PAYMENT_PROVIDER_UNAVAILABLE', { headers: { 'retry-after': '3600' } });
  return gateway;
}
