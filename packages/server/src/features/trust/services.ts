import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { TrustConfig } from './config.ts';

/** What keeping the lists needs. */
export interface TrustServices {
  database: Database;
  clock: Clock;
  log: Log;
  config: { trust: TrustConfig };
}

/** Who requested a change, and from where. */
export type TrustActor = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

export const SYSTEM_ACTOR: TrustActor = { actor: { kind: 'system', id: null } };
