import type { Db, DbTransaction } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { fen } from '../../../shared/fen.ts';
import { postTransaction } from '../ledger/index.ts';
import { listDuePeriods, listParts, lockPeriod, markRecognised } from './queries.ts';

export interface RecognitionServices {
  db: Db;
  log: Log;
}

/**
 * Books as earned what the months that have passed have earned of each paid period; of one that has ended, all that is left. Each
 * period is a transaction of its own, and each of its months is in the ledger once, however many processes work and wherever one
 * breaks off. Answers of how many periods something was done.
 */
export async function recogniseDue({ db, log }: RecognitionServices, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (let due = await listDuePeriods(db, ''); due.length > 0; due = await listDuePeriods(db, due.at(-1) ?? '')) {
    for (const id of due) {
      if (signal?.aborted === true) return done;
      try {
        if (await retriedTransaction(db, (trx) => recognisePeriod(trx, id))) done += 1;
      } catch (err) {
        // One that fails must not keep the others waiting.
        log.error({ err, period_id: id }, 'what a period has earned could not be booked');
      }
    }
  }
  return done;
}

/** False: somebody else has done it. */
async function recognisePeriod(trx: DbTransaction, id: string): Promise<boolean> {
  const { organizationId, planCode, recognised } = await lockPeriod(trx, id);
  const parts = await listParts(trx, id);
  let booked = recognised;
  for (const { month, until, earned, isLast } of parts) {
    const amount = fen(earned - booked);
    if (amount < 0n) throw new Error(`period ${id} has ${booked} fen booked and has earned ${earned}`);
    if (amount > 0n) {
      const posted = await postTransaction(trx, {
        kind: 'recognise',
        sourceId: `${id}:${month}`,
        organizationId,
        memo: `${planCode} ${month}`,
        entries: [
          { debit: 'deferred_revenue', amount },
          { credit: 'revenue_plan', amount },
        ],
      });
      if (posted.kind !== 'posted') throw new Error(`month ${month} of period ${id} is ${posted.kind}`);
    }
    booked = earned;
    await markRecognised(trx, id, { earned, until, isLast });
  }
  return parts.length > 0;
}
