import type { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { fenToJson } from '../../shared/fen.ts';
import { listSuspended, type SuspendedPayment } from './queries/suspense.ts';
import { resolvePayment } from './resolve-payment.ts';
import { paymentParams, resolveBody, suspendedPaymentSchema, suspenseSchema } from './schemas.ts';
import type { FinanceServices } from './services.ts';
import { auditedBy } from '../audit/index.ts';

const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;

/** Money that fits no order. */
export function suspenseRoutes({ database: { db } }: Pick<FinanceServices, 'database'>): Route[] {
  const list = defineRoute({
    ...BASICS,
    method: 'GET',
    path: '/v1/admin/finance/suspense',
    operationId: 'listSuspendedPayments',
    summary: 'List payments in suspense',
    description: 'Money that was received and fits no order, the oldest first; at most 200 payments.',
    responses: { 200: { description: 'The payments', schema: suspenseSchema } },
    errors: [],
    handler: async () => ({ status: 200, body: { data: (await listSuspended(db)).map(present) } }),
  });
  const resolve = defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/finance/suspense/{payment_id}/resolve',
    operationId: 'resolveSuspendedPayment',
    summary: 'Resolve a payment in suspense',
    description:
      'Puts its money on the balance of the organization whose order it names or, if it names none, of the organization named here. What that organization has already got it does not get again.',
    params: paymentParams,
    body: resolveBody,
    responses: { 200: { description: 'The resolved payment', schema: suspendedPaymentSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body, ...context }) => {
      const { organization_id: organizationId, note } = body;
      const resolution = { paymentId: params.payment_id, organizationId, note };
      return { status: 200, body: present(await resolvePayment(db, resolution, auditedBy(context))) };
    },
  });
  return [list, resolve];
}

function present(payment: SuspendedPayment): z.input<typeof suspendedPaymentSchema> {
  return {
    payment_id: payment.id,
    trade_no: payment.tradeNo,
    order_no: payment.outTradeNo,
    order_id: payment.orderId,
    organization_id: payment.organizationId,
    amount_minor: fenToJson(payment.amount),
    reason: payment.reason,
    state: payment.state,
    received_at: payment.receivedAt.toISOString(),
    resolved_at: payment.resolvedAt?.toISOString() ?? null,
  };
}
