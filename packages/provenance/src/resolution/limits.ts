/** Bounds of the measurement of resolution, and the gates before and after the model's score. */
export const RESOLUTION_LIMITS = {
  /** Pixels of a side of the window. Every array of the measurement is bounded by it. */
  windowSide: 4096,

  /** Below these too little is repeated for a trace to stand out. */
  leastSide: 256,
  leastPixels: 120_000,
  /** Natural images below this many pixels are native with low confidence. */
  smallPixels: 300_000,

  /** Logarithms of one plus the mean difference to pixels at distance two, in grey levels: of the liveliest tiles, and of all. */
  flatActivity: 0.4,
  lowActivity: 1.0986,
  lowActivityOfAll: 0.5878,
  /** In dB, across half of the resolution, where the spectrum of a doubled image ends. */
  fallAtHalf: 3.5,
  /** As natural logarithms of power, how far a harmonic of the grid of JPEG stands above the others; and its coherence. */
  loneHarmonic: 1.5,
  loneCoherence: 0.15,
  /** Steps of 1/64 cycle a pixel; a spectrum that ends there leaves nothing above 59 % of the pixel resolution. */
  softCutOff: 19,
  earlyCutOff: 26,
  /** Of a picture's power, the share in single lines of its spectrum. Photographs have none, enlarged or not. */
  patternShare: 0.5,
  /** Share of flat blocks above which an image is drawn rather than taken. */
  graphicsShare: 0.35,
} as const;

/** Bounds of a model's file. */
export const MODEL_LIMITS = {
  trees: 2000,
  nodes: 65_536,
  features: 256,
  /** Inner nodes in a row. */
  depth: 32,
} as const;
