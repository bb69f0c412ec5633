import { z } from 'zod';
import { idempotencyHeader, REPLAYED_HEADER } from '../../../http/answer-once.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { buyingOf, buyPlan, recharge, renew } from './buy.ts';
import { PAYS } from './caller.ts';
import { checkoutBody, orderSchema, rechargeBody, renewBody } from './schemas.ts';
import type { OrderServices } from './services.ts';

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
    handler: (context) => recharge(services, buyingOf(context), context.body),
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
    handler: async (context) => ({
      ...(await buyPlan(services, buyingOf(context), context.body)),
      status: 200 as const,
    }),
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
    handler: (context) => renew(services, buyingOf(context), context.body),
  });
}
