import { LANES } from '../vectors/fold.ts';
import { VALUE_BYTES } from '../vectors/fourier.ts';
import type { Workspace } from '../workspace.ts';
import { spectrumOfGroup, type FoldLines } from './fold-lines.ts';
import type { Axis } from './plane.ts';

const FIRST_CENTRE = 0.11;
const WIDEST = 0.14;
/** From one band to the next, in widths of a band. */
const STEP = 0.5;

/** A range of bins of the lines' spectra, and the length of the transform that turns it back. */
export interface Band {
  first: number;
  bins: number;
  size: number;
  isLast: boolean;
}

/**
 * For each sum of two frequencies, `K / size` cycles a pixel: how strongly the two are bound in phase along the line.
 * An enlargement by `s` binds all pairs whose sum is `1 / s`.
 */
export interface FoldSpectrum {
  size: number;
  length: number;
  /** About 1 where nothing is bound. */
  statistic: Float64Array;
  /** 0 to 1. */
  coherence: Float64Array;
}

/** The signal in each band, its phase doubled and its magnitude kept, is added up over all lines and transformed. */
export function foldSpectrum(lines: FoldLines, axis: Axis, workspace: Workspace): FoldSpectrum {
  const { size, length } = lines;
  const statistic = workspace.zeros(`fold statistic ${axis}`, size + 1);
  const coherence = workspace.zeros(`fold coherence ${axis}`, size + 1);
  const memory = bandMemory(lines, workspace);
  for (const band of bandsOf(size)) {
    const fft = workspace.fft(band.size);
    const { energy, magnitude } = addSeries(lines, band, memory, workspace);
    const sums = workspace.vectors.floats(memory.sums, band.size * 2 * LANES);
    const sumRe = workspace.floats('band real', band.size);
    const sumIm = workspace.floats('band imaginary', band.size);
    for (let t = 0; t < band.size; t++) {
      const at = (fft.order[t] ?? 0) * 2 * LANES;
      sumRe[t] = ofLanes(sums, at);
      sumIm[t] = ofLanes(sums, at + LANES);
    }
    fft.transform(sumRe, sumIm);
    const lowest = 2 * band.first + Math.floor(0.5 * band.bins);
    const highest = Math.min(size, 2 * band.first + Math.ceil((band.isLast ? 1.94 : 1.5) * band.bins));
    for (let K = lowest; K <= highest; K++) {
      const place = fft.order[(K - 2 * band.first) % band.size] ?? 0;
      const power = (sumRe[place] ?? 0) ** 2 + (sumIm[place] ?? 0) ** 2;
      const value = power / (energy + 1e-30);
      if (value <= (statistic[K] ?? 0)) continue;
      statistic[K] = value;
      coherence[K] = Math.sqrt(power) / (magnitude + 1e-30);
    }
  }
  return { size, length, statistic, coherence };
}

/** Overlapping bands, wider with their frequency; the last one ends at half a cycle a pixel. */
export function bandsOf(size: number): Band[] {
  const bands: Band[] = [];
  for (let centre = FIRST_CENTRE; ;) {
    const width = Math.min(0.5 * centre, WIDEST);
    const isLast = centre + width / 2 >= 0.5;
    const [from, to] = isLast ? [0.5 - width, 0.5] : [centre - width / 2, centre + width / 2];
    const first = Math.floor(from * size);
    const bins = Math.min(size >> 1, Math.ceil(to * size)) - first;
    let length = 16;
    while (length < 1.5 * bins) length <<= 1;
    if (bins >= 8) bands.push({ first, bins, size: length, isLast });
    if (isLast) return bands;
    centre += width * STEP;
  }
}

function ofLanes(values: Float32Array, at: number): number {
  return (values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + 2] ?? 0) + (values[at + 3] ?? 0);
}

/** Addresses of what the bands of one axis need, one after the other. */
export interface BandMemory {
  gain: number;
  signal: number;
  weights: number;
  sums: number;
  totals: number;
}

export function bandMemory({ size, groups }: FoldLines, { vectors }: Workspace): BandMemory {
  // No band is wider than the spectrum, and no transform longer than that of the line.
  return {
    gain: vectors.take(size * LANES * 4),
    signal: vectors.take(size * VALUE_BYTES),
    weights: vectors.take(size * 4),
    sums: vectors.take(size * VALUE_BYTES),
    totals: vectors.take(groups * VALUE_BYTES),
  };
}

/** The square of a sine over the line, at the places where the band's transform leaves each moment. */
function fillWeights(weights: Float32Array, { size, length }: FoldLines, order: Uint32Array): void {
  for (let t = 0; t < order.length; t++) {
    const x = (t * size) / order.length;
    weights[order[t] ?? 0] = x < length ? Math.sin((Math.PI * (x + 0.5)) / length) ** 2 : 0;
  }
}

/** Whitening and a sine over the band, for each component. */
export function fillGain(band: Band, { whitening }: FoldLines, gain: number, { vectors }: Workspace): void {
  const into = vectors.floats(gain, band.bins * LANES);
  for (let i = 0; i < band.bins; i++) {
    const sine = Math.sin((Math.PI * (i + 0.5)) / band.bins);
    for (let component = 0; component < LANES; component++) {
      into[i * LANES + component] = sine * (whitening[(band.first + i) * LANES + component] ?? 0);
    }
  }
}

function addSeries(
  lines: FoldLines,
  band: Band,
  memory: BandMemory,
  workspace: Workspace,
): { energy: number; magnitude: number } {
  const { vectors } = workspace;
  const { signal, weights, sums, totals } = memory;
  fillGain(band, lines, memory.gain, workspace);
  fillWeights(vectors.floats(weights, band.size), lines, workspace.fft(band.size).order);
  vectors.floats(sums, band.size * 2 * LANES).fill(0);
  for (let group = 0; group < lines.groups; group++) {
    makeSignal(lines, group, band, memory, workspace);
    vectors.kernels.addDoubled(signal, weights, band.size, sums, totals + group * VALUE_BYTES);
  }
  const ofGroups = vectors.floats(totals, lines.groups * 2 * LANES);
  let [energy, magnitude] = [0, 0];
  for (let at = 0; at < ofGroups.length; at += 2 * LANES) {
    energy += ofLanes(ofGroups, at);
    magnitude += ofLanes(ofGroups, at + LANES);
  }
  return { energy, magnitude };
}

/**
 * The signals of a group in a band, one in each lane: moment by moment in the order of the band's transform, imaginary parts
 * before real ones; their scale is arbitrary.
 */
export function makeSignal(
  lines: FoldLines,
  group: number,
  band: Band,
  { gain, signal }: BandMemory,
  { vectors }: Workspace,
): void {
  const from = spectrumOfGroup(lines, group) + band.first * VALUE_BYTES;
  vectors.kernels.cutBand(from, gain, band.bins, signal, band.size);
  vectors.kernels.transform(signal, band.size);
}
