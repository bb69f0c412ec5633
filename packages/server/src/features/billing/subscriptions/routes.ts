import { defineRoute, type Route } from '../../../http/route.ts';
import { changingOf } from './caller.ts';
import { cancelAtPeriodEnd, changeAutoRenew, schedulePlan, type SubscriptionServices } from './change.ts';
import { presentPeriod, presentSubscription } from './present.ts';
import { listPeriods, liveSubscription } from './queries/subscription.ts';
import { autoRenewBody, cancelBody, planChoiceBody, subscriptionSchema, subscriptionStateSchema } from './schemas.ts';
import { payerOf } from '../ledger/index.ts';

const COMMON = { tags: ['Billing'], rateLimit: 'api' } as const;
const READS = { kind: 'key_or_member', scope: 'billing:read', permission: 'subscription:read' } as const;
const WRITES = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:write' } as const;
const CANCELS = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:cancel' } as const;
const CHANGED = { 200: { description: 'The subscription', schema: subscriptionSchema } } as const;
const PATH = '/v1/billing/subscription';

/** What an organization pays for each month. */
export function subscriptionRoutes(services: SubscriptionServices): Route[] {
  return [getRoute(services), cancelRoute(services), autoRenewRoute(services), planRoute(services)];
}

function getRoute({ db }: Pick<SubscriptionServices, 'db'>): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: PATH,
    operationId: 'getSubscription',
    summary: 'Get the subscription',
    description: 'The subscription of the organization, or null, and its latest periods.',
    auth: READS,
    responses: { 200: { description: 'The subscription and its periods', schema: subscriptionStateSchema } },
    errors: ['BILLING_PERMISSION_REQUIRED'],
    handler: async ({ principal, language }) => {
      const organizationId = payerOf(principal);
      const [row, periods] = await Promise.all([liveSubscription(db, organizationId), listPeriods(db, organizationId)]);
      const subscription = row === undefined ? null : await presentSubscription(db, row, language);
      return {
        status: 200,
        headers: { 'content-language': language },
        body: { subscription, history: periods.map(presentPeriod) },
      };
    },
  });
}

function cancelRoute(services: SubscriptionServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${PATH}/cancel`,
    operationId: 'cancelSubscription',
    summary: 'Cancel the subscription',
    description:
      'The subscription lasts as long as it is paid, and then ends. An order that would renew it is cancelled. Automatic renewal that is switched on before the end undoes this.',
    auth: CANCELS,
    body: cancelBody,
    responses: CHANGED,
    errors: ['SUBSCRIPTION_REQUIRED'],
    handler: async (context) => {
      const row = await cancelAtPeriodEnd(services, changingOf(context), context.body?.reason);
      return { status: 200, body: await presentSubscription(services.db, row, context.language) };
    },
  });
}

function autoRenewRoute(services: SubscriptionServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: `${PATH}/auto-renew`,
    operationId: 'changeAutoRenew',
    summary: 'Switch automatic renewal',
    description:
      'Switched on, the next period is paid from the balance shortly before the last one ends, and a cancelled subscription goes on. The price is the one that was paid before, unless a new one was announced seven days earlier.',
    auth: WRITES,
    body: autoRenewBody,
    responses: CHANGED,
    errors: ['SUBSCRIPTION_REQUIRED', 'PLAN_NOT_AVAILABLE'],
    handler: async (context) => {
      const row = await changeAutoRenew(services, changingOf(context), context.body.enabled);
      return { status: 200, body: await presentSubscription(services.db, row, context.language) };
    },
  });
}

function planRoute(services: SubscriptionServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: PATH,
    operationId: 'changeNextPlan',
    summary: 'Choose the plan of the next period',
    description:
      'A plan that costs no more than the present one, from the end of what is paid; null: the same plan again. It needs automatic renewal, or a renewal by hand. A plan that costs more is bought at once, by a checkout.',
    auth: WRITES,
    body: planChoiceBody,
    responses: CHANGED,
    errors: ['SUBSCRIPTION_REQUIRED', 'PLAN_NOT_AVAILABLE'],
    handler: async (context) => {
      const row = await schedulePlan(services, changingOf(context), context.body.scheduled_plan_id);
      return { status: 200, body: await presentSubscription(services.db, row, context.language) };
    },
  });
}
