export const CHARGE_LIMITS = {
  /** Units of a block, which plans have a price for. */
  blockUnits: 1_000,
  /** How often a request tries again to reserve after a block was bought: others may have used it up meanwhile. */
  attempts: 3,
} as const;
