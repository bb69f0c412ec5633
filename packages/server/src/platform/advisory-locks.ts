import type { Database } from './database.ts';

/** Every advisory lock of the program: distinct numbers that are the same in every version. */
export const ADVISORY_LOCKS = {
  migration: 7_301_946,
  /** For tests: only one thread at a time makes the template of their databases. */
  testTemplate: 7_301_947,
  secretRotation: 7_301_948,
  trustListWrite: 7_301_949,
  trustListFetch: 7_301_950,
  usagePartitions: 7_301_953,
  webhookClaim: 7_301_955,
  reconcile: 7_301_956,
  ledgerCheck: 7_301_957,
} as const;

/**
 * Does the work, or answers `otherwise` when another process holds the lock. The lock belongs to its own connection, so it ends
 * with the process, however that ends.
 */
export async function tryWithLock<T>(
  database: Pick<Database, 'connectClient'>,
  lock: keyof typeof ADVISORY_LOCKS,
  work: () => Promise<T>,
  otherwise: () => T,
): Promise<T> {
  const client = await database.connectClient();
  try {
    const sql = 'select pg_try_advisory_lock($1) as mine';
    const { rows } = await client.query<{ mine: boolean }>(sql, [ADVISORY_LOCKS[lock]]);
    return rows[0]?.mine === true ? await work() : otherwise();
  } finally {
    await client.end();
  }
}
