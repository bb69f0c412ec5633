import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { fenToJson } from '../../shared/fen.ts';
import { isDone, isReconcileAction } from './compare.ts';
import { FINANCE_LIMITS } from './limits.ts';
import type { Figures } from './queries/report.ts';
import { listItems, type RunRow } from './queries/runs.ts';
import { summarySchema, type PresentedFinance, type PresentedRun } from './schemas.ts';

const NOTHING = { scanned: { ours: 0, theirs: 0 }, counts: {}, truncated: false };
const memberSchema = z.record(z.string(), z.unknown()).nullable();

/** What a run says of itself; nothing while it runs, and when it failed. */
export function summaryOf(run: Pick<RunRow, 'summary'>): z.infer<typeof summarySchema> {
  return run.summary === null ? NOTHING : summarySchema.parse(run.summary);
}

/** A run with what it found, as far as an answer shows it. */
export async function presentRun(db: Db, run: RunRow): Promise<PresentedRun> {
  const summary = summaryOf(run);
  const items = await listItems(db, run.id);
  return {
    run_id: run.id,
    status: run.status,
    mode: run.mode,
    window: { from: run.window_from.toISOString(), to: run.window_to.toISOString() },
    scanned: summary.scanned,
    counts: summary.counts,
    items: items.slice(0, FINANCE_LIMITS.shownItems).map((item) => {
      const action = isReconcileAction(item.action) ? item.action : 'review';
      return {
        class: item.class,
        order_id: item.order_id,
        order_no: item.order_no,
        trade_no: item.trade_no,
        ours: memberSchema.parse(item.ours),
        theirs: memberSchema.parse(item.theirs),
        action,
        applied: run.mode === 'apply' && isDone(action),
      };
    }),
    truncated: summary.truncated || items.length > FINANCE_LIMITS.shownItems,
  };
}

export function presentFigures(figures: Figures): PresentedFinance['totals'] {
  return {
    received_minor: fenToJson(figures.received),
    fulfilled_minor: fenToJson(figures.fulfilled),
    refunded_minor: fenToJson(figures.refunded),
    unapplied_minor: fenToJson(figures.unapplied),
    wallet_liability_minor: fenToJson(figures.wallet_liability),
    deferred_revenue_minor: fenToJson(figures.deferred_revenue),
    recognized_minor: fenToJson(figures.recognized),
    provider_fee_minor: fenToJson(figures.provider_fee),
    settled_minor: fenToJson(figures.settled),
  };
}
