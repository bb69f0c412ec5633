/** Limits for signing keys and their certificates. */
export const KEY_LIMITS = {
  /** A key file or a chain of certificates; real ones are below 16 KiB. */
  fileBytes: 256 * 1024,
  /** Maximum output of the signing command: an RSA signature of 16384 bits has 2 KiB, in base64 less than 3. */
  commandOutputBytes: 4 * 1024,
  /** How much of the signing command's messages is kept for the log. */
  commandMessageBytes: 2 * 1024,
  /** Runs of the signing command at once; hardware modules have few sessions. */
  commandRuns: 4,
  /** When the development certificate is renewed, and the log starts to warn of the production certificate's end. */
  renewBeforeMs: 30 * 24 * 60 * 60 * 1000,
} as const;
