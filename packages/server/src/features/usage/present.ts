import type { Language } from '../../shared/language.ts';
import type { PlanOf } from '../billing/plans/index.ts';
import type { StandingRow, UsageRow } from './queries/read.ts';
import type { PresentedMeter, PresentedPlanOf, PresentedSummary, PresentedUsage } from './schemas.ts';

export function presentUsage({ day, ...row }: UsageRow): PresentedUsage {
  return { day: day.toISOString().slice(0, 10), ...row };
}

/** A test key sees the sandbox, which nothing bounds. */
export function presentSummary(
  rows: readonly StandingRow[],
  plan: PlanOf,
  { language, sandboxOnly }: { language: Language; sandboxOnly: boolean },
): PresentedSummary {
  const [first] = rows;
  if (first === undefined) throw new Error('there are no operations');
  return {
    period: { start: first.period_start.toISOString(), end: first.period_end.toISOString() },
    plan: presentPlanOf(plan, language),
    operations: rows.map((row) => presentStanding(sandboxOnly ? { ...row, ...SANDBOX } : row)),
  };
}

export function presentPlanOf({ code, version, name, started_at }: PlanOf, language: Language): PresentedPlanOf {
  return { code, version, name: name[language], started_at: started_at?.toISOString() ?? null };
}

/** An operation as billing shows it, and as events tell of it: the function `tell_of_quota` of the database writes the same. */
export function presentMeter(row: StandingRow): PresentedMeter {
  const { operation, resets_at, sandbox: _free, failed: _free2, ...figures } = presentStanding(row);
  return { meter: operation, unit: 'operation', ...figures, reset_at: resets_at };
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
