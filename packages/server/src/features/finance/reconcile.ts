import { tryWithLock } from '../../platform/advisory-locks.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { ReconcileMode } from '../../shared/billing-words.ts';
import { fenToJson } from '../../shared/fen.ts';
import { newId } from '../../shared/ids.ts';
import { checkBooks } from '../billing/ledger/index.ts';
import type { PaymentGateway } from '../billing/orders/index.ts';
import { actOn, type Acted } from './act.ts';
import { isDone } from './compare.ts';
import { tellOfNew } from './tell-of-new.ts';
import { findDifferences, ListUnreadableError, type Comparison } from './find-differences.ts';
import {
  endRun,
  failAbandoned,
  insertItems,
  insertRun,
  settleEarlier,
  type NewItem,
  type RunRow,
} from './queries/runs.ts';
import type { FinanceServices } from './services.ts';

export interface RunRequest {
  mode: ReconcileMode;
  from: Date;
  to: Date;
  orderIds: readonly string[] | null;
  /** Only orders that are not paid here, and not the books. */
  unpaidOnly: boolean;
  /** Null: the schedule. */
  createdBy: string | null;
  key: { text: string; fingerprint: string } | null;
}

/** How a run ended. `unreadable`: the list of the gateway could not be read, and nothing was concluded. */
export type RunEnd = 'completed' | 'unreadable' | 'failed';

export interface StartedRun {
  run: RunRow;
  /** Never rejects. */
  end: Promise<RunEnd>;
}

type RunServices = Pick<FinanceServices, 'database' | 'log' | 'notices'>;

/**
 * Starts a run, or answers that another one is under way. One works at a time: the lock is of a connection, so it ends with the
 * process, and a run that is left as running by a dead one has failed. Whatever such a run has booked is booked once.
 */
export function startRun(
  services: RunServices,
  gateway: PaymentGateway,
  request: RunRequest,
  isWanted: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<StartedRun | 'busy'> {
  const { database, log } = services;
  return new Promise((resolve, reject) => {
    const work = async (): Promise<RunEnd | 'busy'> => {
      if (!(await isWanted())) return 'busy';
      const abandoned = await failAbandoned(database.db);
      if (abandoned > 0n)
        log.warn({ runs: String(abandoned) }, 'a comparison with the gateway was given up by its process');
      const { accountId: providerAccountId } = gateway;
      const run = await insertRun(database.db, { ...request, id: newId('reconcileRun'), providerAccountId });
      if (run === undefined) return 'busy';
      const ended = conduct(services, gateway, request, run);
      // Whoever is told of the end may start the next one at once, so the lock is free by then.
      const end = released.then(
        () => ended,
        () => ended,
      );
      resolve({ run, end });
      return ended;
    };
    const released = tryWithLock<RunEnd | 'busy'>(database, 'reconcile', work, () => 'busy');
    released.then((outcome) => {
      if (outcome === 'busy') resolve('busy');
    }, reject);
  });
}

async function conduct(
  services: RunServices,
  gateway: PaymentGateway,
  request: RunRequest,
  run: RunRow,
): Promise<RunEnd> {
  const { database, log } = services;
  try {
    const choice = { ...request, providerAccountId: gateway.accountId };
    const comparison = await findDifferences(services, gateway, choice);
    const acted = await actOn(services, gateway, comparison.differences, request.mode);
    const items = [...acted.map(itemOf), ...(request.unpaidOnly ? [] : await booksItems(services))];
    await database.db.transaction().execute(async (trx) => {
      if (request.mode === 'apply') await tellOfNew(trx, services.notices, acted);
      await insertItems(trx, run.id, items);
      const isWhole = request.orderIds === null && !request.unpaidOnly && !comparison.isCut;
      if (request.mode === 'apply' && isWhole) await settleEarlier(trx, run);
      await endRun(trx, run.id, { status: 'completed', summary: summaryOf(comparison, items) });
    });
    return 'completed';
  } catch (err) {
    log.error({ err, run: run.id }, 'the comparison with the gateway failed');
    await endRun(database.db, run.id, { status: 'failed', summary: null }).catch((error: unknown) => {
      log.warn({ err: error, run: run.id }, 'the next comparison will find that this one has failed');
    });
    return err instanceof ListUnreadableError ? 'unreadable' : 'failed';
  }
}

/** The books themselves are part of what is compared. */
async function booksItems(services: RunServices): Promise<NewItem[]> {
  const { balanced, mismatches } = await checkBooks(services);
  if (balanced) return [];
  const ours = storedJson({ mismatches });
  return [
    { class: 'ledger_mismatch', orderId: null, tradeNo: null, ours, theirs: null, action: 'review', isSettled: false },
  ];
}

function itemOf({ class: found, ours, theirs, tradeNo, action }: Acted): NewItem {
  return {
    class: found,
    orderId: ours?.id ?? null,
    tradeNo,
    ours:
      ours === undefined
        ? null
        : storedJson({ status: ours.status, amount_minor: fenToJson(ours.amount), trade_no: ours.tradeNo }),
    theirs:
      theirs === null
        ? null
        : storedJson({
            status: theirs.status,
            amount_minor: fenToJson(theirs.money),
            refunded_minor: theirs.refundedMoney === null ? null : fenToJson(theirs.refundedMoney),
            order_no: theirs.outTradeNo,
          }),
    action,
    // What is frozen waits for a person all the same.
    isSettled: isDone(action) && action !== 'freeze',
  };
}

function summaryOf({ scanned, matched, isCut }: Comparison, items: readonly NewItem[]): string {
  const counts: Record<string, number> = matched === 0 ? {} : { matched };
  for (const { class: found } of items) counts[found] = (counts[found] ?? 0) + 1;
  return storedJson({ scanned, counts, truncated: isCut });
}
