import type { z } from 'zod';
import type { Db } from '../../../platform/database.ts';
import { fenFromJson, fenToJson } from '../../../shared/fen.ts';
import { writeAudit } from '../../audit/index.ts';
import type { Changing } from '../subscriptions/index.ts';
import { chargedOf, lockAllowance, putAllowance, readAllowance } from './queries.ts';
import type { overageBody, PresentedOverage } from './schemas.ts';

/** Allows charges beyond the plan, or no longer. */
export async function changeAllowance(
  db: Db,
  { organizationId, by }: Changing,
  { enabled, monthly_limit_minor: given }: z.output<typeof overageBody>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockAllowance(trx, organizationId);
    const stated = given === undefined || given === null ? null : fenFromJson(given, 0);
    const limit = given === undefined ? before.limit : stated;
    if (before.isEnabled === enabled && before.limit === limit) return;
    await putAllowance(trx, organizationId, { isEnabled: enabled, limit });
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'overage.changed',
      target: { kind: 'organization', id: organizationId },
      details: { enabled, monthly_limit_fen: limit === null ? null : fenToJson(limit) },
    });
  });
}

/** What is allowed, and what was charged in the period that is under way. */
export async function presentOverage(db: Db, organizationId: string): Promise<PresentedOverage> {
  const [{ isEnabled, limit }, charged] = await Promise.all([
    readAllowance(db, organizationId),
    chargedOf(db, organizationId),
  ]);
  return {
    enabled: isEnabled,
    monthly_limit_minor: limit === null ? null : fenToJson(limit),
    charged_minor: fenToJson(charged),
  };
}
