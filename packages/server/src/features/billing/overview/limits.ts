import { fen } from '../../../shared/fen.ts';

export const OVERVIEW_LIMITS = {
  /** A balance that was once as large and is smaller now is low. */
  lowBalance: fen(2_000n),
  /** Of the units of a period; `reserve_unit` of the database tells of the same. */
  warnedPercent: 80,
} as const;
