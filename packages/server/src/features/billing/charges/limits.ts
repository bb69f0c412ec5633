import { BLOCK_UNITS } from '../plans/index.ts';

export const CHARGE_LIMITS = {
  /** Units of a block, which plans have a price for. */
  blockUnits: BLOCK_UNITS,
  /** How often a request tries again to reserve after a block was bought: others may have used it up meanwhile. */
  attempts: 3,
} as const;
