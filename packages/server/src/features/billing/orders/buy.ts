import type { z } from 'zod';
import { answerOnce } from '../../../http/answer-once.ts';
import type { RouteContext } from '../../../http/route.ts';
import type { DbTransaction } from '../../../platform/database.ts';
import type { Answer } from '../../../platform/stored-answer.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../../shared/principal.ts';
import { auditedBy, type AuditedBy } from '../../audit/index.ts';
import { payerOf } from '../ledger/index.ts';
import { withPayAddress } from './answer-order.ts';
import { askBeforeCancelling } from './cancel-order.ts';
import { orderPlan, orderRenewal } from './checkout.ts';
import { findOpenPlanOrder } from './queries/orders.ts';
import { orderRecharge } from './recharge.ts';
import type { checkoutBody, rechargeBody, renewBody } from './schemas.ts';
import { gatewayOf, type OrderServices } from './services.ts';

/** Who buys, from where, and under which name of the request. */
export interface Buying {
  organizationId: string;
  by: AuditedBy;
  address: string;
  /** Undefined: the answer is not kept, and a repetition is another request. */
  key: string | undefined;
}

type Asking = Pick<RouteContext, 'address' | 'requestId'> & {
  principal: ApiKeyPrincipal | MemberPrincipal;
  headers?: { 'idempotency-key'?: string | undefined };
};

export function buyingOf(asking: Asking): Buying {
  const { principal, address, headers } = asking;
  return {
    organizationId: payerOf(principal),
    by: auditedBy(asking),
    address,
    key: headers?.['idempotency-key'],
  };
}

/** Orders a recharge of the balance. @throws {AppError} CONFLICT, PAYMENT_PROVIDER_UNAVAILABLE */
export function recharge(services: OrderServices, buying: Buying, body: z.output<typeof rechargeBody>) {
  const hasKey = buying.key !== undefined;
  return place(services, buying, { operation: 'billing.recharge', body, replacesOpen: false }, (trx, terms) =>
    orderRecharge(trx, { ...terms, ...body, hasKey }),
  );
}

/**
 * Orders a plan: a new one, a renewal or an upgrade.
 *
 * @throws {AppError} CONFLICT, PAYMENT_PROVIDER_UNAVAILABLE, PLAN_NOT_AVAILABLE, PAYMENT_FULFILLMENT_PENDING,
 *   PAYMENT_ALREADY_PROCESSED, INSUFFICIENT_BALANCE
 */
export function buyPlan(services: OrderServices, buying: Buying, body: z.output<typeof checkoutBody>) {
  return place(services, buying, { operation: 'billing.checkout', body, replacesOpen: true }, (trx, terms) =>
    orderPlan(trx, { ...terms, ...body }),
  );
}

/** Orders further months of the plan. @throws {AppError} as {@link buyPlan}, and SUBSCRIPTION_REQUIRED */
export function renew(services: OrderServices, buying: Buying, body: z.output<typeof renewBody>) {
  return place(services, buying, { operation: 'billing.renew', body, replacesOpen: true }, (trx, terms) =>
    orderRenewal(trx, { ...terms, ...body }),
  );
}

/** Places an order once for each key, and says where it is paid. */
async function place(
  services: OrderServices,
  { organizationId, by, address, key }: Buying,
  { operation, body: input, replacesOpen }: Placing,
  work: (trx: DbTransaction, terms: Terms) => Promise<Answer>,
) {
  const { accountId: providerAccountId } = gatewayOf(services);
  if (replacesOpen) await askAboutOpen(services, organizationId);
  const once = { organizationId, operation, key, input, keptMs: services.limits.idempotencyMs };
  const answered = await answerOnce(services.db, once, (trx) => work(trx, { organizationId, providerAccountId, by }));
  return withPayAddress(services, answered, address);
}

interface Placing {
  /** The route, whose keys are its own. */
  operation: string;
  body: unknown;
  /** Whether it may end an open order for a plan. */
  replacesOpen: boolean;
}

interface Terms {
  organizationId: string;
  /** Of the gateway. */
  providerAccountId: string;
  by: AuditedBy;
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
