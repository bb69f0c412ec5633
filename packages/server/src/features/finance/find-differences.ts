import type { ReconcileClass } from '../../shared/billing-words.ts';
import { readOrders, type EpayOrderState } from '../billing/epay/index.ts';
import type { PaymentGateway } from '../billing/orders/index.ts';
import { classOf, type OurOrder } from './compare.ts';
import { FINANCE_LIMITS } from './limits.ts';
import { findByNumbers, listOurs, type OrderChoice } from './queries/orders.ts';
import type { FinanceServices } from './services.ts';

/** Something in which the gateway and we differ. */
export interface Difference {
  class: ReconcileClass;
  ours: OurOrder | undefined;
  /** What the gateway answered, or else what its list says; null: it does not know of the order. */
  theirs: EpayOrderState | null;
  tradeNo: string | null;
  /** The gateway was asked about this order, and its answer counts. */
  isConfirmed: boolean;
}

export interface Comparison {
  /** How many orders were looked at. */
  scanned: { ours: number; theirs: number };
  matched: number;
  differences: Difference[];
  /** There was more than one run looks at. */
  isCut: boolean;
}

/** The list of the gateway could not be read to its end, so nobody knows what is not in it. */
export class ListUnreadableError extends Error {
  override readonly name = 'ListUnreadableError';
}

/** What the list, or our own books, give reason to ask about. */
interface Nomination {
  class: ReconcileClass;
  ours: OurOrder | undefined;
  theirs: EpayOrderState | null;
  reference: { tradeNo: string } | { outTradeNo: string };
}

/**
 * Compares the orders of a window with the gateway's. Its list is signed by nobody: it only names orders to ask about, and what
 * the gateway answers to the question decides.
 *
 * @throws {ListUnreadableError}
 */
export async function findDifferences(
  services: Pick<FinanceServices, 'database' | 'log'>,
  gateway: PaymentGateway,
  choice: OrderChoice,
): Promise<Comparison> {
  const { log } = services;
  const listed = await readList(gateway, choice.from);
  if (listed.unreadableRows > 0) {
    log.error({ rows: listed.unreadableRows }, 'the list of the gateway has rows that cannot be read');
  }
  const ours = await listOurs(services.database.db, choice);
  const rows = await withOurs(services, listed.orders, ours, choice);
  const { matched, nominations } = nominate(rows, ours, choice);
  const asked = nominations.slice(0, FINANCE_LIMITS.questions);
  const differences: Difference[] = [];
  const agreed: Difference[] = [];
  for (let at = 0; at < asked.length; at += FINANCE_LIMITS.questionsAtATime) {
    const some = asked.slice(at, at + FINANCE_LIMITS.questionsAtATime);
    for (const found of await Promise.all(some.map((one) => ask(gateway, one)))) {
      if (found !== null) (found.class === 'matched' ? agreed : differences).push(found);
    }
  }
  return {
    scanned: { ours: ours.length, theirs: rows.length },
    matched: matched + agreed.length,
    differences,
    isCut: nominations.length > asked.length || ours.length === FINANCE_LIMITS.scannedOrders,
  };
}

async function readList(
  { client }: PaymentGateway,
  since: Date,
): Promise<{ orders: EpayOrderState[]; unreadableRows: number }> {
  const read = await readOrders((offset) => client.listOrders(offset), since);
  if (read.kind === 'incomplete') throw new ListUnreadableError(`the list of the gateway ends early: ${read.reason}`);
  if (read.unreadableRows > 0 && read.orders.length === 0) {
    throw new ListUnreadableError('no row of the list of the gateway can be read');
  }
  return read;
}

interface ComparedRow {
  theirs: EpayOrderState;
  ours: OurOrder | undefined;
}

/** The rows of the list that the run is about, each with our order of the same number. */
async function withOurs(
  { database }: Pick<FinanceServices, 'database'>,
  listed: readonly EpayOrderState[],
  chosen: readonly OurOrder[],
  { from, to, orderIds, unpaidOnly }: OrderChoice,
): Promise<ComparedRow[]> {
  const numbers = new Map(chosen.map((order) => [order.orderNo, order]));
  const begin = from.getTime() - FINANCE_LIMITS.marginMs;
  const isInWindow = ({ addedAt }: EpayOrderState): boolean =>
    addedAt === null || (addedAt.getTime() >= begin && addedAt <= to);
  const isOnlyChosen = orderIds !== null || unpaidOnly;
  const rows = listed.filter((row) => numbers.has(row.outTradeNo) || (!isOnlyChosen && isInWindow(row)));
  const others = rows.map(({ outTradeNo }) => outTradeNo).filter((number) => !numbers.has(number));
  for (const [number, order] of await findByNumbers(database.db, others)) numbers.set(number, order);
  return rows.map((theirs) => ({ theirs, ours: numbers.get(theirs.outTradeNo) }));
}

function nominate(
  rows: readonly ComparedRow[],
  chosen: readonly OurOrder[],
  { providerAccountId, orderIds }: OrderChoice,
): { matched: number; nominations: Nomination[] } {
  const nominations: Nomination[] = [];
  let matched = 0;
  for (const { theirs, ours } of rows) {
    const found = classOf(theirs, ours, providerAccountId);
    if (found === 'matched') matched += 1;
    else if (found !== null) {
      nominations.push({ class: found, ours, theirs, reference: { tradeNo: theirs.tradeNo } });
    }
  }
  const listed = new Set(rows.map(({ theirs }) => theirs.tradeNo));
  for (const ours of chosen) {
    const { tradeNo, orderNo: outTradeNo } = ours;
    const missing = { class: 'missing_there', ours, theirs: null } as const;
    if (tradeNo !== null) {
      if (!listed.has(tradeNo)) nominations.push({ ...missing, reference: { tradeNo } });
    } else if (orderIds !== null && !rows.some(({ theirs }) => theirs.outTradeNo === outTradeNo)) {
      // Whoever names an order wants the gateway asked about it.
      nominations.push({ ...missing, reference: { outTradeNo } });
    }
  }
  return { matched, nominations };
}

/** What the gateway answers about an order; null: that there is no difference, since nobody has paid. */
async function ask({ client, account, accountId }: PaymentGateway, nominated: Nomination): Promise<Difference | null> {
  const { ours, reference } = nominated;
  const tradeNo = 'tradeNo' in reference ? reference.tradeNo : null;
  const { query } = client;
  const answer = await query(reference);
  if (answer.kind === 'success') {
    const found = classOf(answer.value, ours, accountId);
    if (found === null) return null;
    return { class: found, ours, theirs: answer.value, tradeNo: answer.value.tradeNo, isConfirmed: true };
  }
  const isKnownToBeMissing = answer.kind === 'refused' && (answer.isSigned || account.keys.protocol === 'v1');
  if (!isKnownToBeMissing) {
    return { class: nominated.class, ours, theirs: nominated.theirs, tradeNo, isConfirmed: false };
  }
  // Gateways delete unpaid orders.
  const isPaidHere = ours !== undefined && ours.tradeNo !== null && ours.tradeNo === tradeNo;
  return isPaidHere ? { class: 'missing_there', ours, theirs: null, tradeNo, isConfirmed: true } : null;
}
