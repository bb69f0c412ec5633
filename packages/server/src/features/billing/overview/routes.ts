import { defineRoute, type Route } from '../../../http/route.ts';
import type { Db } from '../../../platform/database.ts';
import { fenToJson } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import type { QuotaBasis } from '../../../shared/operations.ts';
import { presentMeter, presentPlanOf, readStanding } from '../../usage/index.ts';
import { payerOf, READS_MONEY } from '../ledger/index.ts';
import { findPayable, presentBalance, readBalance, type PayableServices } from '../orders/index.ts';
import { planOf } from '../plans/index.ts';
import { liveSubscription, presentSubscription } from '../subscriptions/index.ts';
import { alertsOf } from './alerts.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { reviewedSince, shortSince, sumOfPendingRefunds } from './queries.ts';
import { billingSummarySchema, type PresentedBillingSummary } from './schemas.ts';

export interface OverviewServices extends PayableServices {
  db: Db;
  quotaBasis: QuotaBasis;
}

/** Everything about the money of an organization in one answer. */
export function overviewRoutes(services: OverviewServices): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/billing/summary',
      operationId: 'getBillingSummary',
      summary: 'Get the state of billing',
      description:
        'The plan, the subscription, the balance, the usage of the period, the order that waits for its payment, refunds that have not ended, and what needs attention: all of one moment. Where nothing is paid, the plan is `unlimited` and nothing is charged.',
      tags: ['Billing'],
      auth: READS_MONEY,
      rateLimit: 'api',
      responses: { 200: { description: 'The state', schema: billingSummarySchema } },
      errors: [],
      handler: async ({ principal, language }) => {
        const organizationId = payerOf(principal);
        const snapshot = services.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
        const body = await snapshot.execute((trx) => summarize(trx, services, { organizationId, language }));
        return { status: 200, headers: { 'content-language': language }, body };
      },
    }),
  ];
}

async function summarize(
  db: Db,
  services: OverviewServices,
  { organizationId, language }: { organizationId: string; language: Language },
): Promise<PresentedBillingSummary> {
  const { quotaBasis } = services;
  const plan = await planOf(db, organizationId, quotaBasis);
  const row = await liveSubscription(db, organizationId);
  const subscription = row === undefined ? null : await presentSubscription(db, row, language);
  const balance = await readBalance(db, organizationId);
  const usage = await readStanding(db, organizationId, quotaBasis);
  const alerts = alertsOf({
    now: balance.at,
    balance,
    shortSince: await shortSince(db, organizationId, OVERVIEW_LIMITS.lowBalance),
    subscription: row,
    canRenew: subscription?.next_charge?.sufficient_balance,
    reviewedSince: await reviewedSince(db, organizationId),
    usage,
  });
  return {
    plan: presentPlanOf(plan, language),
    subscription,
    balance: presentBalance(balance),
    usage: usage.map(presentMeter),
    open_order: await findPayable(db, services, organizationId),
    pending_refund_minor: fenToJson(await sumOfPendingRefunds(db, organizationId)),
    alerts,
  };
}
