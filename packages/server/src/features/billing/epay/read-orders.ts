import type { OrderPage } from './client.ts';
import { EPAY_LIMITS } from './limits.ts';
import type { EpayOrderState } from './order-state.ts';
import type { EpayOutcome } from './outcome.ts';

/** Orders of the gateway since a time, each once; or why the list could not be read to its end. */
export type OrdersRead =
  | { kind: 'complete'; orders: EpayOrderState[]; unreadableRows: number }
  /** `UNSETTLED`: it changed faster than it could be read. */
  | { kind: 'incomplete'; reason: string };

/**
 * Reads the merchant's list back to `since` and a little further. It pages by offset over a list that grows at the front and loses
 * rows anywhere, and no filter by time exists: neighbouring pages overlap by a row, so that a row which went missing in between
 * is noticed, and at the end the front is read again until it brings nothing new.
 *
 * The list is signed by nobody: its rows only name orders to ask the gateway about.
 */
export async function readOrders(listOrders: ListOrders, since: Date): Promise<OrdersRead> {
  const reading = createReading(listOrders, since);
  let isSettled = false;
  while (!isSettled) {
    const pass = await reading.pass();
    if (typeof pass === 'object') return pass;
    isSettled = pass === 'nothing_new';
  }
  return { kind: 'complete', orders: [...reading.orders.values()], unreadableRows: reading.unreadableRows() };
}

type Pass = 'news' | 'nothing_new' | Extract<OrdersRead, { kind: 'incomplete' }>;
type ListOrders = (offset: number) => Promise<EpayOutcome<OrderPage>>;

interface Reading {
  orders: Map<string, EpayOrderState>;
  unreadableRows(): number;
  /** One pass from the front: to the end the first time, later to the first page without news. */
  pass(): Promise<Pass>;
}

function createReading(listOrders: ListOrders, since: Date): Reading {
  const orders = new Map<string, EpayOrderState>();
  const oldest = new Date(since.getTime() - EPAY_LIMITS.listMarginMs);
  const seen = { pages: 0, unreadable: 0, isWhole: false };
  const pass = async (): Promise<Pass> => {
    let [offset, hasNews] = [0, false];
    let joint: string | null = null;
    for (;;) {
      seen.pages += 1;
      if (seen.pages > EPAY_LIMITS.listPages) return { kind: 'incomplete', reason: 'UNSETTLED' };
      const page = await listOrders(offset);
      if (page.kind !== 'success') {
        return { kind: 'incomplete', reason: page.kind === 'unknown' ? page.reason : 'REFUSED' };
      }
      const { rows: all } = page.value;
      const rows = all.filter((row) => row !== null);
      seen.unreadable = Math.max(seen.unreadable, all.length - rows.length);
      // Rows before this page went away, and those between the pages moved to the front of it: some may have been missed.
      if (joint !== null && !rows.some(({ tradeNo }) => tradeNo === joint)) return 'news';
      const fresh = rows.filter((row) => !isSame(orders.get(row.tradeNo), row));
      for (const row of fresh) orders.set(row.tradeNo, row);
      hasNews ||= fresh.length > 0;
      const isEnd =
        all.length < EPAY_LIMITS.listRows || rows.some(({ addedAt }) => addedAt !== null && addedAt < oldest);
      if (isEnd || (seen.isWhole && fresh.length === 0)) break;
      const last = all.findLastIndex((row) => row !== null);
      joint = last > 0 ? (all[last]?.tradeNo ?? null) : null;
      offset += last > 0 ? last : all.length;
    }
    seen.isWhole = true;
    return hasNews ? 'news' : 'nothing_new';
  };
  return { orders, unreadableRows: () => seen.unreadable, pass };
}

function isSame(a: EpayOrderState | undefined, b: EpayOrderState): boolean {
  return a !== undefined && a.status === b.status && a.money === b.money && a.outTradeNo === b.outTradeNo;
}
