/** Bounds of what gateways send us, and of what we ask of them. */
export const EPAY_LIMITS = {
  /** Of the query and the body of a notification together. */
  messageBytes: 16 * 1024,
  parameters: 64,
  /** How far the time in a V2 message may be from ours. */
  timestampSeconds: 300,
  /** One answer of the gateway. */
  answerBytes: 64 * 1024,
  answerMs: 5_000,
  /** How much of the gateway's own words we keep. */
  messageCharacters: 200,
  /** Rows of one page of the list: with the longest names that gateways store, so many fit into `answerBytes`. */
  listRows: 25,
  /** Pages that one reading of the list may take, first and repeated ones together. */
  listPages: 1_000,
  /** The list is read until it is this much older than the window that is asked for. */
  listMarginMs: 10 * 60_000,
  /** Shorter keys can be guessed; the sample keys of documentation are longer and refused by name. */
  keyCharacters: 16,
  rsaBits: 2048,
  keyFileBytes: 16 * 1024,
  /** Length of a name that a gateway stores whole. */
  nameBytes: 60,
  breakerFailures: 5,
  breakerWindowMs: 30_000,
  breakerOpenMs: 30_000,
} as const;
