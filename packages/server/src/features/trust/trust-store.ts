import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { listen } from '../../platform/queue/listen.ts';
import type { TrustConfig } from './config.ts';
import { TRUST_LIMITS } from './limits.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { findListStates, TRUST_CHANNEL } from './queries.ts';
import type { TrustSnapshot } from './trust-lists.ts';

/** The current lists, kept in memory and the same in every process. */
export interface TrustStore {
  /**
   * The snapshot for judgements now. A change by any process counts as soon as its notification arrives, and at the latest 30
   * seconds later. While the database is unreachable the last snapshot stays in use.
   */
  current(): Promise<TrustSnapshot>;
  close(): Promise<void>;
}

export interface TrustStoreOptions {
  database: Database;
  clock: Clock;
  log: Log;
  config: TrustConfig;
}

interface Loaded {
  snapshot: TrustSnapshot;
  /** Changes whenever a row does. */
  version: string;
  /** How many notifications had arrived when it was read. */
  generation: number;
  checkedAt: number;
}

/** Opens the cache and listens for changes. Reads nothing yet. */
export async function createTrustStore(options: TrustStoreOptions): Promise<TrustStore> {
  const { database, clock, log, config } = options;
  let generation = 0;
  let loaded: Loaded | null = null;
  let loading: Promise<TrustSnapshot> | null = null;
  const listener = listen({ database, channel: TRUST_CHANNEL, onMessage: () => (generation += 1), log });
  await listener.ready;

  const isFresh = (held: Loaded): boolean => {
    const ageMs = clock.now().getTime() - held.checkedAt;
    // A clock that was set back must not keep an old list in use.
    return held.generation === generation && ageMs >= 0 && ageMs < TRUST_LIMITS.versionCheckMs;
  };
  const load = async (held: Loaded | null): Promise<TrustSnapshot> => {
    const seen = { generation, checkedAt: clock.now().getTime() };
    try {
      // Read before the lists: a change in between is then noticed at the next check.
      const version = JSON.stringify(await findListStates(database.db));
      const snapshot = held?.version === version ? held.snapshot : await loadSnapshot(database.db, config);
      loaded = { ...seen, version, snapshot };
      return snapshot;
    } catch (err) {
      if (held === null) throw err;
      log.warn({ err }, 'the trust lists could not be read again; the last ones stay in use');
      return held.snapshot;
    }
  };
  return {
    current: () => {
      if (loaded !== null && isFresh(loaded)) return Promise.resolve(loaded.snapshot);
      loading ??= load(loaded).finally(() => {
        loading = null;
      });
      return loading;
    },
    close: () => listener.close(),
  };
}
