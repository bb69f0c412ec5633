/** Bounds around signing keys and their certificates. */
export const KEY_LIMITS = {
  /** A key file or a chain of certificates; real ones are below 16 KiB. */
  fileBytes: 256 * 1024,
  /** What the signing command may answer: an RSA signature of 16384 bits has 2 KiB, in base64 less than 3. */
  commandOutputBytes: 4 * 1024,
  /** What is kept of the signing command's messages for the log. */
  commandMessageBytes: 2 * 1024,
  /** Runs of the signing command at once; hardware modules have few sessions. */
  commandRuns: 4,
  /** From here on the development certificate is renewed, and the log speaks of the production certificate's end. */
  renewBeforeMs: 30 * 24 * 60 * 60 * 1000,
} as const;
