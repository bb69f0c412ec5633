import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { OutboundMessage } from '../../platform/outbound.ts';
import type { SealedBox } from '../../platform/sealed-box.ts';
import type { Links } from '../../shared/links.ts';

/** What the routes of webhooks need of the rest of the server. */
export interface WebhookServices {
  db: Db;
  secrets: SealedBox;
  /** Whether the operator allows addresses of this machine, also by http. */
  allowLoopbackHttp: boolean;
}

/** What sending needs. */
export interface SenderServices extends Omit<WebhookServices, 'db'> {
  database: Database;
  clock: Clock;
  log: Log;
  links: Links;
  /** The published object of a job, in English. Jobs come after webhooks in the order of features. */
  presentJob: (id: string) => Promise<object>;
  /** 0 to 1; spreads the attempts. */
  random: () => number;
  /** How hosts are found and trusted, where it is not as usual. */
  network?: Pick<OutboundMessage, 'resolveName' | 'ca'>;
  /** How long an attempt may take, where it is not as usual. */
  timeoutMs?: number;
}
