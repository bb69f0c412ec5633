import { addressSubject } from '../../http/rate-limit.ts';
import type { Db } from '../../platform/database.ts';
import { takeToken } from '../../platform/rate-limit-store.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import { writeAudit, type AuditEntry } from './queries.ts';

const SECONDS_PER_HOUR = 3600;

/**
 * Writes a row about refused credentials: at most one an hour for each target and address, and `refusalRowsPerHour` for each
 * target. The holder of an old key can have it refused as often as they like, and must not fill the log that way.
 */
export async function writeRefusal(
  db: Db,
  { refusalRowsPerHour }: Pick<ServerLimits, 'refusalRowsPerHour'>,
  entry: AuditEntry & { address: string },
): Promise<void> {
  const subject = `refusal:${entry.target.kind}:${entry.target.id ?? ''}`;
  const ofAddress = {
    key: `${subject}:${addressSubject(entry.address)}`,
    burst: 1,
    ratePerSecond: 1 / SECONDS_PER_HOUR,
  };
  const ofAll = { key: subject, burst: refusalRowsPerHour, ratePerSecond: refusalRowsPerHour / SECONDS_PER_HOUR };
  for (const bucket of [ofAddress, ofAll]) {
    if (!(await takeToken(db, bucket)).allowed) return;
  }
  await writeAudit(db, entry);
}
