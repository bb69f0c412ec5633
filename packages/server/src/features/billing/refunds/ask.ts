import { answerOnce } from '../../../http/answer-once.ts';
import type { Changing } from '../subscriptions/index.ts';
import { presentRefund } from './present.ts';
import { findOrderId, hasOpenRequest, lockForRefund, type RequestRow } from './queries/requests.ts';
import { requestRefund, withdrawRefund } from './request-refund.ts';
import { canGoTo, judgeRefund, mostRefundable, usualDestination, type RefundRefusal } from './rules.ts';
import { refundSchema, type RefundBody } from './schemas.ts';
import { isFullOnly, type RefundServices } from './services.ts';
import { REFUND_DESTINATIONS, type RefundDestination } from '../../../shared/billing-words.ts';
import { fen, type Fen } from '../../../shared/fen.ts';

/**
 * Asks for a refund once for each key; somebody else decides.
 *
 * @param asking.key undefined: a repetition is another request
 * @throws {AppError} as {@link requestRefund}, and CONFLICT
 */
export async function askForRefund(
  services: Pick<RefundServices, 'db' | 'limits' | 'epay'>,
  { organizationId, by, key }: Changing & { key: string | undefined },
  body: RefundBody,
) {
  const { db, limits } = services;
  const once = { organizationId, operation: 'billing.refund', key, input: body, keptMs: limits.idempotencyMs };
  const given = { organizationId, body, isFullOnly: isFullOnly(services) };
  const answered = await answerOnce(db, once, async (trx) => {
    const row = await requestRefund(trx, given, by);
    return { status: 201, body: presentRefund(row) };
  });
  return { answered, refund: refundSchema.parse(answered.answer.body) };
}

/** Takes a request back that nobody has decided about. @throws {AppError} NOT_FOUND, CONFLICT */
export async function withdrawOwnRefund(
  { db }: Pick<RefundServices, 'db'>,
  { organizationId, by }: Changing,
  id: string,
): Promise<RequestRow> {
  return db.transaction().execute((trx) => withdrawRefund(trx, { organizationId, id }, by));
}

/** What can be asked for of an order now. */
export interface RefundOffer {
  /** Why nothing can; null: it can. */
  refusal: RefundRefusal | null;
  /** No more than this. */
  most: Fen;
  /** Whether it is the whole of `most` or nothing, the way it was paid. */
  isWhole: boolean;
  /** Where it can go, the usual one first. */
  destinations: RefundDestination[];
}

/** Undefined: the organization has no such order. */
export async function refundOfferOf(
  services: Pick<RefundServices, 'db' | 'epay'>,
  { organizationId, orderId }: { organizationId: string; orderId: string },
): Promise<RefundOffer | undefined> {
  return services.db.transaction().execute(async (trx) => {
    const id = await findOrderId(trx, organizationId, orderId);
    const facts = id === undefined ? undefined : await lockForRefund(trx, id);
    if (facts === undefined) return undefined;
    const most = mostRefundable(facts);
    const usual = usualDestination(facts);
    const isWhole = isFullOnly(services);
    // What the gateway gives back only as a whole is judged as a whole.
    const judged = (destination: RefundDestination) =>
      judgeRefund(facts, {
        amount: isWhole && destination === 'original' ? facts.amount : fen(most > 0n ? most : 1n),
        destination,
        isFullOnly: isWhole,
      });
    const possible = REFUND_DESTINATIONS.filter((destination) => canGoTo(facts, destination));
    const allowed = possible.filter((destination) => judged(destination) === null);
    const isOpen = await hasOpenRequest(trx, facts.id);
    return {
      refusal: isOpen ? 'open_request' : allowed.length > 0 ? null : judged(usual),
      most,
      isWhole,
      destinations: [usual, ...REFUND_DESTINATIONS].filter(
        (one, i, all) => allowed.includes(one) && all.indexOf(one) === i,
      ),
    };
  });
}
