import { describe, expect, it } from 'vitest';
import { fen } from '../../../shared/fen.ts';
import { readOrders, type EpayOrderState, type EpayOutcome, type OrderPage } from './index.ts';
import { EPAY_LIMITS } from './limits.ts';
import { readOrderState } from './order-state.ts';
import { unknown } from './outcome.ts';

const NEWEST = Date.parse('2026-11-20T16:30:00Z');
const MINUTE_MS = 60_000;

/** The `age`-th newest order, a minute older for each. */
const row = (age: number, change: Partial<EpayOrderState> = {}): EpayOrderState => ({
  tradeNo: `T${age}`,
  outTradeNo: `PO${age}`,
  money: fen(100n),
  status: 'paid',
  refundedMoney: null,
  type: null,
  addedAt: new Date(NEWEST - age * MINUTE_MS),
  ...change,
});

const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));

/** A gateway with this list, which `between` may change after each page, told how many were read. */
function listing(list: (EpayOrderState | null)[], between: (pages: number) => void = () => undefined) {
  const offsets: number[] = [];
  const listOrders = (offset: number): Promise<EpayOutcome<OrderPage>> => {
    offsets.push(offset);
    const page = list.slice(offset, offset + EPAY_LIMITS.listRows);
    between(offsets.length);
    return Promise.resolve({ kind: 'success', value: { rows: page } });
  };
  return { listOrders, offsets };
}

const read = async (list: ReturnType<typeof listing>, since = new Date(0)) => {
  const found = await readOrders(list.listOrders, since);
  return found.kind === 'complete' ? found.orders.map(({ tradeNo }) => tradeNo).toSorted() : found;
};
const numbers = (from: number, to: number) =>
  rows(from, to)
    .map(({ tradeNo }) => tradeNo)
    .toSorted();

describe('reading the list of a gateway', () => {
  it('F70 of no orders is complete and empty', async () => {
    expect(await readOrders(listing([]).listOrders, new Date(0))).toEqual({
      kind: 'complete',
      orders: [],
      unreadableRows: 0,
    });
  });

  it('F70 finds each of 1,000 rows once, although new ones come between the pages', async () => {
    const list: EpayOrderState[] = rows(0, 1_000);
    const found = await read(
      listing(list, (pages) => {
        if (pages <= 30) list.unshift(row(-pages));
      }),
    );
    expect(found).toEqual(numbers(-30, 1_000));
  });

  it('F70 misses no row although others before it are deleted between the pages', async () => {
    const list: EpayOrderState[] = rows(0, 200);
    const found = await read(
      listing(list, (pages) => {
        if (pages <= 3) list.splice(0, 10);
      }),
    );
    expect(found).toEqual(expect.arrayContaining(numbers(30, 200)));
  });

  it('F70 notices what changed while it read', async () => {
    const list: EpayOrderState[] = rows(0, 60);
    const reading = listing(list, (pages) => {
      if (pages === 2) list[0] = row(0, { status: 'refunded' });
    });
    const found = await readOrders(reading.listOrders, new Date(0));
    expect(found.kind === 'complete' && found.orders.find(({ tradeNo }) => tradeNo === 'T0')?.status).toBe('refunded');
  });

  it('F70 ends ten minutes before its window, across midnight of the gateway', async () => {
    const { listOrders, offsets } = listing(rows(0, 1_000));
    const found = await readOrders(listOrders, new Date(NEWEST - 40 * MINUTE_MS));
    if (found.kind !== 'complete') throw new Error('the list is whole');
    const ages = found.orders.map(({ addedAt }) => (NEWEST - (addedAt?.getTime() ?? 0)) / MINUTE_MS);
    expect(Math.max(...ages)).toBeGreaterThan(50);
    expect(Math.max(...ages)).toBeLessThan(100);
    expect(Math.max(...offsets)).toBeLessThan(100);
  });

  it('F70 reads times of the gateway as of Asia/Shanghai', () => {
    const state = (addtime: string) =>
      readOrderState(
        new Map(Object.entries({ trade_no: 'T1', out_trade_no: 'PO1', money: '1.00', status: '1', addtime })),
      )?.addedAt;
    expect(state('2026-11-21 00:05:00')).toEqual(new Date('2026-11-20T16:05:00Z'));
    expect(state('2026-11-20 23:55:00')).toEqual(new Date('2026-11-20T15:55:00Z'));
    expect([state('soon'), state('2026-13-45 00:00:00'), state('')]).toEqual([null, null, null]);
  });

  it('F70 counts rows that cannot be read and reads on behind them', async () => {
    const list: (EpayOrderState | null)[] = rows(0, 80);
    for (const at of [24, 25, 48, 49, 50]) list[at] = null;
    const found = await readOrders(listing(list).listOrders, new Date(0));
    expect(found).toMatchObject({ kind: 'complete' });
    expect(found.kind === 'complete' && [found.orders.length, found.unreadableRows > 0]).toEqual([75, true]);
    const none = Array.from({ length: 60 }, () => null);
    expect(await readOrders(listing(none).listOrders, new Date(0))).toMatchObject({ orders: [], unreadableRows: 25 });
  });

  it('F70 is incomplete when a page fails, and when it changes without end', async () => {
    let calls = 0;
    const broken = (): Promise<EpayOutcome<OrderPage>> => {
      calls += 1;
      if (calls > 2) return Promise.resolve(unknown('UNREADABLE'));
      return Promise.resolve({ kind: 'success', value: { rows: rows((calls - 1) * 24, calls * 24 + 1) } });
    };
    expect(await readOrders(broken, new Date(0))).toEqual({ kind: 'incomplete', reason: 'UNREADABLE' });
    const list: EpayOrderState[] = rows(0, 30);
    const restless = listing(list, (pages) => void list.unshift(row(-pages)));
    expect(await readOrders(restless.listOrders, new Date(0))).toEqual({ kind: 'incomplete', reason: 'UNSETTLED' });
    expect(restless.offsets).toHaveLength(EPAY_LIMITS.listPages);
  });
});
