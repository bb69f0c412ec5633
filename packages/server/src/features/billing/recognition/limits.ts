export const RECOGNITION_LIMITS = {
  /** Periods that are read at a time. */
  batch: 500,
} as const;
