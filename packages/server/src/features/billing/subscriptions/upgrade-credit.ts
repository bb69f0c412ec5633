import { fen, NO_FEN, type Fen } from '../../../shared/fen.ts';

/** A paid period that has not ended. Times in whole seconds. */
export interface UnusedPeriod {
  /** What it would cost without an earlier credit, less what was refunded. */
  value: Fen;
  total: bigint;
  /** From now to the end of the month that is under way; zero before the period begins. */
  leftOfMonth: bigint;
  /** The whole of that month. */
  month: bigint;
  /** From the end of that month to the end of the period. */
  later: bigint;
}

/** Of one operation in the month that is under way. */
export interface UnusedUnits {
  included: bigint;
  unused: bigint;
}

/**
 * What the rest of a period is worth: by time, but for the month that is under way not more than the share of units that is left
 * of the operation that was used most. Otherwise a plan could be used up and then be credited almost whole.
 */
export function creditOf(
  { value, total, leftOfMonth, month, later }: UnusedPeriod,
  units: readonly UnusedUnits[],
): Fen {
  const byTime = (value * leftOfMonth) / total;
  const byUnits = units.map(({ included, unused }) => (value * month * unused) / (total * included));
  const ofMonth = byUnits.reduce((least, credit) => (credit < least ? credit : least), byTime);
  return fen((value * later) / total + ofMonth);
}

/** What an upgrade costs: so many months that the price exceeds the credit, which is never lost. */
export function upgradePrice(price: Fen, credits: readonly Fen[]): { amount: Fen; credit: Fen; months: bigint } {
  const credit = credits.reduce((sum, each) => fen(sum + each), NO_FEN);
  const months = credit / price + 1n;
  return { amount: fen(price * months - credit), credit, months };
}
