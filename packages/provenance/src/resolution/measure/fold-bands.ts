import type { Workspace } from '../workspace.ts';
import type { FoldLines } from './fold-lines.ts';
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
  for (const band of bandsOf(size)) {
    const fft = workspace.fft(band.size);
    const weight = lineWeight(band, lines, workspace);
    const re = workspace.zeros('band sum real', band.size);
    const im = workspace.zeros('band sum imaginary', band.size);
    const { energy, magnitude } = addSeries(lines, band, weight, { re, im }, workspace);
    const sumRe = workspace.floats('band real', band.size);
    const sumIm = workspace.floats('band imaginary', band.size);
    for (let t = 0; t < band.size; t++) {
      const place = fft.order[t] ?? 0;
      sumRe[t] = re[place] ?? 0;
      sumIm[t] = im[place] ?? 0;
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

/** The square of a sine over the line, at the places where the band's transform leaves each moment. */
function lineWeight(band: Band, { size, length }: FoldLines, workspace: Workspace): Float64Array {
  const { order } = workspace.fft(band.size);
  const weight = workspace.floats('band weight', band.size);
  for (let t = 0; t < band.size; t++) {
    const x = (t * size) / band.size;
    weight[order[t] ?? 0] = x < length ? Math.sin((Math.PI * (x + 0.5)) / length) ** 2 : 0;
  }
  return weight;
}

/** Whitening and a sine over the band, for each component. */
export function bandGain(band: Band, { size, components, whitening }: FoldLines, workspace: Workspace): Float64Array {
  const gain = workspace.floats('band gain', components * band.bins);
  const bins = (size >> 1) + 1;
  for (let i = 0; i < band.bins; i++) {
    const sine = Math.sin((Math.PI * (i + 0.5)) / band.bins);
    for (let component = 0; component < components; component++) {
      gain[component * band.bins + i] = sine * (whitening[component * bins + band.first + i] ?? 0);
    }
  }
  return gain;
}

export interface Complex {
  re: Float64Array;
  im: Float64Array;
}

function addSeries(
  lines: FoldLines,
  band: Band,
  weight: Float64Array,
  sum: Complex,
  workspace: Workspace,
): { energy: number; magnitude: number } {
  const gain = bandGain(band, lines, workspace);
  const total = { energy: 0, magnitude: 0 };
  for (let series = 0; series < lines.groups * lines.components; series++) {
    const { re, im } = bandSignal(lines, series, band, gain, workspace);
    addDoubled(re, im, weight, sum, total);
  }
  return total;
}

/** The signal of one series in a band, moment by moment in the order of the band's transform; its scale is arbitrary. */
export function bandSignal(
  lines: FoldLines,
  series: number,
  band: Band,
  gain: Float64Array,
  workspace: Workspace,
): Complex {
  const re = workspace.floats('band real', band.size);
  const im = workspace.floats('band imaginary', band.size);
  const from = series * ((lines.size >> 1) + 1) + band.first;
  const gainFrom = (series % lines.components) * band.bins;
  for (let i = 0; i < band.bins; i++) {
    const g = gain[gainFrom + i] ?? 0;
    re[i] = (lines.real[from + i] ?? 0) * g;
    im[i] = (lines.imaginary[from + i] ?? 0) * g;
  }
  re.fill(0, band.bins);
  im.fill(0, band.bins);
  // With its arrays exchanged, the transform is the inverse one.
  workspace.fft(band.size).transform(im, re);
  return { re, im };
}

/** Adds `z * z / |z|` at each moment. */
function addDoubled(
  re: Float64Array,
  im: Float64Array,
  weight: Float64Array,
  sum: Complex,
  total: { energy: number; magnitude: number },
): void {
  let energy = 0;
  let magnitude = 0;
  for (let t = 0; t < weight.length; t++) {
    const w = weight[t] ?? 0;
    if (w === 0) continue;
    const x = re[t] ?? 0;
    const y = im[t] ?? 0;
    const squared = x * x + y * y + 1e-30;
    const g = w / Math.sqrt(squared);
    const weighted = g * squared;
    sum.re[t] = (sum.re[t] ?? 0) + (x * x - y * y) * g;
    sum.im[t] = (sum.im[t] ?? 0) + 2 * x * y * g;
    energy += weighted * weighted;
    magnitude += weighted;
  }
  total.energy += energy;
  total.magnitude += magnitude;
}
