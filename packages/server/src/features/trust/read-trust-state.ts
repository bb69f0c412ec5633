import { TRUST_LIMITS } from './limits.ts';
import { presentTrustState } from './present.ts';
import { findChanges, findListStates } from './queries.ts';
import type { TrustState } from './schemas.ts';
import type { TrustServices } from './services.ts';

/** What an administrator sees: each list and the last 50 changes. */
export async function readTrustState({ database, clock, config }: TrustServices): Promise<TrustState> {
  const [states, changes] = await Promise.all([
    findListStates(database.db),
    findChanges(database.db, TRUST_LIMITS.changesShown),
  ]);
  return presentTrustState(states, changes, config.trust, clock.now());
}
