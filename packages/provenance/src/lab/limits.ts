const KIB = 1024;

/** Every bound of the lab. What is beyond one is not looked at, and a warning says so. */
export const LAB_LIMITS = {
  /** All that is read of one file, and the structures (boxes, elements, packets) that are visited. Real files take 30 to 300 KB. */
  readBytes: 768 * KIB,
  steps: 20_000,
  /** Boxes at the top of a file that are named in its layout, and parts of the layout that are reported. */
  topBoxes: 4_096,
  layoutParts: 24,
  childNames: 24,
  tracks: 16,
  /** The content of a box that is read whole, such as `ftyp` or a sample description. */
  boxBytes: 8 * KIB,
  /** How much of a `free` box, and of a credential, is searched for readable text. */
  freeTextBytes: 256,
  hintBytes: 64 * KIB,
  hints: 8,
  xmpBytes: 64 * KIB,

  /** Entries of a sample table that are walked; single entries further on are read where they stand. */
  tableEntries: 4_096,
  /** Of the table that says how many samples each chunk holds, which has to be walked from its start. */
  chunkRuns: 8_192,
  syncSamples: 1_024,
  fragments: 1,

  /** The first sample, the two after it, and samples where decoding can begin, spread over the file. */
  firstSampleBytes: 64 * KIB,
  nextSampleBytes: 4 * KIB,
  nextSamples: 2,
  syncSampleBytes: 8 * KIB,
  syncSamplesRead: 8,
  audioSampleBytes: 4 * KIB,
  /** Where the beginning of the media data is searched for encoder messages when there is no index. */
  salvageBytes: 64 * KIB,
  salvagedMessages: 8,

  /** Parts of one sample, messages in all of it, and bytes of one parameter set or message that are decoded. */
  nals: 64,
  messages: 64,
  rbspBytes: 8 * KIB,
  messageTextChars: 4 * KIB,
  /** Fields of one encoder's settings. */
  settings: 128,
  /** Exponential Golomb codes longer than this are damage. */
  golombZeros: 32,
  obus: 64,

  transportPackets: 512,
  transportPayloadBytes: 64 * KIB,
  matroskaBlocks: 8,
  mediaChunks: 64,

  /** Tags of one file, the text of one that rules see, and that a result repeats. */
  tags: 256,
  tagChars: 4 * KIB,
  shownChars: 200,
  observations: 400,
  warnings: 32,
  claimChars: 64,
} as const;
