import { z } from 'zod';
import { answerOnce, idempotencyHeader, REPLAYED_HEADER } from '../../../http/answer-once.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { auditedBy } from '../../audit/index.ts';
import { payerOf } from '../ledger/index.ts';
import { findOpenPlanOrder } from './queries/orders.ts';
import { withPayAddress } from './answer-order.ts';
import { askBeforeCancelling } from './cancel-order.ts';
import { PAYS } from './caller.ts';
import { orderPlan, orderRenewal } from './checkout.ts';
import { orderRecharge } from './recharge.ts';
import { checkoutBody, orderSchema, rechargeBody, renewBody } from './schemas.ts';
import { gatewayOf, type OrderServices } from './services.ts';

const COMMON = {
  method: 'POST',
  tags: ['Billing'],
  auth: PAYS,
  rateLimit: 'order',
  headers: z.object(idempotencyHeader),
  wholeNumbers: true,
} as const;

const ORDERED = { description: 'The order', schema: orderSchema, headers: REPLAYED_HEADER };
const FOUND = { ...ORDERED, description: 'The order for the same that is open already' };

const PLAN_ERRORS = [
  'CONFLICT',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'PLAN_NOT_AVAILABLE',
  'PAYMENT_FULFILLMENT_PENDING',
  'PAYMENT_ALREADY_PROCESSED',
  'INSUFFICIENT_BALANCE',
] as const;

/** Whatever makes an order. */
export function checkoutRoutes(services: OrderServices): Route[] {
  return [rechargeRoute(services), checkoutRoute(services), renewRoute(services)];
}

function rechargeRoute(services: OrderServices): Route {
  return defineRoute({
    ...COMMON,
    path: '/v1/billing/recharge',
    operationId: 'recharge',
    summary: 'Recharge the balance',
    description:
      'Makes an order that is paid at `pay_url`; the balance grows when the payment arrives. Without an `Idempotency-Key`, the same recharge by the same person within ten seconds is answered with the first order (200).',
    body: rechargeBody,
    responses: { 201: ORDERED, 200: FOUND },
    errors: ['CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE'],
    handler: async (context) => {
      const { body, headers, principal, address } = context;
      const organizationId = payerOf(principal);
      const { accountId: providerAccountId } = gatewayOf(services);
      const key = headers['idempotency-key'];
      const request = { organizationId, providerAccountId, by: auditedBy(context), hasKey: key !== undefined, ...body };
      const once = { organizationId, operation: 'billing.recharge', key, input: body };
      const { idempotencyMs: keptMs } = services.limits;
      const answered = await answerOnce(services.db, { ...once, keptMs }, (trx) => orderRecharge(trx, request));
      return withPayAddress(services, answered, address);
    },
  });
}

function checkoutRoute(services: OrderServices): Route {
  return defineRoute({
    ...COMMON,
    path: '/v1/billing/checkout',
    operationId: 'checkout',
    summary: 'Buy a plan',
    description:
      'Makes an order of a plan: a new one, a renewal of the one the organization has, or an upgrade. It is paid at `pay_url`, or at once from the balance. An organization has one open order of a plan: the same again answers it, and another one cancels it.',
    body: checkoutBody,
    responses: { 200: { ...ORDERED, description: 'The order, new or open already' } },
    errors: PLAN_ERRORS,
    handler: async (context) => {
      const { body, headers, principal, address } = context;
      const organizationId = payerOf(principal);
      const { accountId: providerAccountId } = gatewayOf(services);
      await askAboutOpen(services, organizationId);
      const request = { organizationId, providerAccountId, by: auditedBy(context), ...body };
      const once = { organizationId, operation: 'billing.checkout', key: headers['idempotency-key'], input: body };
      const { idempotencyMs: keptMs } = services.limits;
      const answered = await answerOnce(services.db, { ...once, keptMs }, (trx) => orderPlan(trx, request));
      return { ...(await withPayAddress(services, answered, address)), status: 200 as const };
    },
  });
}

function renewRoute(services: OrderServices): Route {
  return defineRoute({
    ...COMMON,
    path: '/v1/billing/subscription/renew',
    operationId: 'renewSubscription',
    summary: 'Renew the subscription',
    description:
      'Makes an order of further months of the plan that the organization has; they begin where the last paid one ends. It is paid at `pay_url`, or at once from the balance.',
    body: renewBody,
    responses: { 201: ORDERED, 200: FOUND },
    errors: [...PLAN_ERRORS, 'SUBSCRIPTION_REQUIRED'],
    handler: async (context) => {
      const { body, headers, principal, address } = context;
      const organizationId = payerOf(principal);
      const { accountId: providerAccountId } = gatewayOf(services);
      await askAboutOpen(services, organizationId);
      const request = { organizationId, providerAccountId, by: auditedBy(context), ...body };
      const once = { organizationId, operation: 'billing.renew', key: headers['idempotency-key'], input: body };
      const { idempotencyMs: keptMs } = services.limits;
      const answered = await answerOnce(services.db, { ...once, keptMs }, (trx) => orderRenewal(trx, request));
      return withPayAddress(services, answered, address);
    },
  });
}

/**
 * An open order may be replaced by the new one, so a payment that nobody has told us of is booked before.
 *
 * @throws {AppError} PAYMENT_ALREADY_PROCESSED: there was one, and buying more must be asked for knowing that
 */
async function askAboutOpen(services: OrderServices, organizationId: string): Promise<void> {
  const open = await findOpenPlanOrder(services.db, organizationId);
  if (open === undefined || (await askBeforeCancelling(services, open)) !== 'settled') return;
  throw new AppError('PAYMENT_ALREADY_PROCESSED');
}
