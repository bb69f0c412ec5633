import type { Language } from '../../shared/language.ts';
import type { PlanOf } from '../billing/plans/index.ts';
import type { StandingRow, UsageRow } from './queries/read.ts';
import type { PresentedSummary, PresentedUsage } from './schemas.ts';

export function presentUsage({ day, ...row }: UsageRow): PresentedUsage {
  return { day: day.toISOString().slice(0, 10), ...row };
}

/** A test key sees the sandbox, which nothing bounds. */
export function presentSummary(
  rows: readonly StandingRow[],
  { code, version, name, started_at }: PlanOf,
  { language, sandboxOnly }: { language: Language; sandboxOnly: boolean },
): PresentedSummary {
  const [first] = rows;
  if (first === undefined) throw new Error('there are no operations');
  return {
    period: { start: first.period_start.toISOString(), end: first.period_end.toISOString() },
    plan: { code, version, name: name[language], started_at: started_at?.toISOString() ?? null },
    operations: rows.map((row) => presentStanding(sandboxOnly ? { ...row, ...SANDBOX } : row)),
  };
}

const SANDBOX = { included: null, used: 0, reserved: 0, extra: 0, extra_fen: 0, failed: 0 } as const;

function presentStanding({
  operation,
  included,
  used,
  reserved,
  extra,
  extra_fen,
  sandbox,
  failed,
  period_end,
}: StandingRow) {
  return {
    operation,
    included,
    used,
    reserved,
    remaining: included === null ? null : Math.max(0, included + extra - used - reserved),
    overage_quantity: extra,
    overage_minor: extra_fen,
    sandbox,
    failed,
    resets_at: period_end.toISOString(),
  };
}
