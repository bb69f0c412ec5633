import type { Db } from '../../platform/database.ts';
import type { TrustConfig } from './config.ts';
import { findCopies } from './queries.ts';
import { buildSnapshot, type TrustSnapshot } from './trust-lists.ts';

/** The lists as they are stored, without network. */
export async function loadSnapshot(db: Db, config: TrustConfig): Promise<TrustSnapshot> {
  return buildSnapshot(await findCopies(db), config);
}
