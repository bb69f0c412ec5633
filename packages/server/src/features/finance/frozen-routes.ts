import type { z } from 'zod';
import { defineRoute, type Route } from '../../http/route.ts';
import { fenToJson } from '../../shared/fen.ts';
import { auditedBy } from '../audit/index.ts';
import { liftFreeze } from './lift-freeze.ts';
import { listFrozen, type FrozenPayment } from './queries/frozen.ts';
import { frozenListSchema, frozenParams, frozenPaymentSchema, liftBody } from './schemas.ts';
import type { FinanceServices } from './services.ts';

const FROZEN = '/v1/admin/finance/frozen';
const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;

/** Money that cannot be spent, because the gateway says that it never received it. */
export function frozenRoutes({ database: { db } }: Pick<FinanceServices, 'database'>): Route[] {
  const list = defineRoute({
    ...BASICS,
    method: 'GET',
    path: FROZEN,
    operationId: 'listFrozenPayments',
    summary: 'List frozen payments',
    description:
      'Orders that are paid here and, as the gateway says, not there, the oldest first; at most 200. So much of the balance cannot be spent.',
    responses: { 200: { description: 'The payments', schema: frozenListSchema } },
    errors: [],
    handler: async () => ({ status: 200, body: { data: (await listFrozen(db)).map(present) } }),
  });
  const lift = defineRoute({
    ...BASICS,
    method: 'POST',
    path: `${FROZEN}/{order_id}/lift`,
    operationId: 'liftFrozenPayment',
    summary: 'Lift the freeze of a payment',
    description:
      'Lets the money of the order be spent again, with a reason for the audit log. Look the payment up at the gateway first. What was lifted stays so, and the order is not frozen again.',
    params: frozenParams,
    body: liftBody,
    responses: { 200: { description: 'The payment, which is not frozen', schema: frozenPaymentSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, body, ...context }) => {
      const lifted = await liftFreeze(db, { orderId: params.order_id, reason: body.reason }, auditedBy(context));
      return { status: 200, body: present(lifted) };
    },
  });
  return [list, lift];
}

function present(frozen: FrozenPayment): z.input<typeof frozenPaymentSchema> {
  return {
    order_id: frozen.orderId,
    order_no: frozen.orderNo,
    organization_id: frozen.organizationId,
    amount_minor: fenToJson(frozen.amount),
    frozen_at: frozen.frozenAt.toISOString(),
    lifted_at: frozen.liftedAt?.toISOString() ?? null,
  };
}
