import type { Db } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { ServerLimits } from '../../../shared/limits.ts';
import type { EpayGateway } from '../epay/index.ts';

export interface RefundServices {
  db: Db;
  log: Log;
  limits: Pick<ServerLimits, 'idempotencyMs'>;
  /** Null: there is none, and refunds that need one wait. */
  epay: EpayGateway | null;
}

/** Whether the gateway pays back what was paid as a whole, or nothing. */
export function isFullOnly({ epay }: Pick<RefundServices, 'epay'>): boolean {
  return epay?.config.fullRefundsOnly ?? false;
}
