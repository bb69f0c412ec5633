import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { NoticeServices } from '../notices/index.ts';
import type { PaymentGateway } from '../billing/orders/index.ts';

/** What the administration of money needs. */
export interface FinanceServices {
  database: Pick<Database, 'db' | 'connectClient'>;
  log: Log;
  clock: Clock;
  /** For what operators are told by mail. */
  notices: NoticeServices;
  /** Null: there is none, and there is nothing to compare with. */
  gateway: PaymentGateway | null;
}
