/** The example table for luminance (ITU-T T.81 Table K.1) in zigzag order; encoders scale it by their quality. */
const LUMA = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

/** The first table with destination 0 of a DQT segment, in zigzag order; null when there is none. */
export function readLumaTable(segment: Uint8Array): number[] | null {
  for (let at = 0; at < segment.length;) {
    const head = segment[at] ?? 0;
    const wide = head >> 4 === 1;
    const length = LUMA.length * (wide ? 2 : 1);
    const values = segment.subarray(at + 1, at + 1 + length);
    if (values.length < length) return null;
    if ((head & 15) === 0) {
      return LUMA.map((_, i) => (wide ? (values[2 * i] ?? 0) * 256 + (values[2 * i + 1] ?? 0) : (values[i] ?? 0)));
    }
    at += 1 + length;
  }
  return null;
}

/** The quality, 1 to 100, at which the usual encoder (libjpeg) would write the table that is most like this one. */
export function jpegQuality(table: readonly number[]): number {
  let [best, least] = [1, Infinity];
  for (let quality = 1; quality <= 100; quality += 1) {
    const percent = quality < 50 ? Math.floor(5_000 / quality) : 200 - 2 * quality;
    const difference = LUMA.reduce((sum, value, i) => sum + Math.abs(scaled(value, percent) - (table[i] ?? 0)), 0);
    if (difference < least) [best, least] = [quality, difference];
  }
  return best;
}

/** Steps of a baseline JPEG have eight bits, and none is zero. */
function scaled(value: number, percent: number): number {
  return Math.max(1, Math.min(255, Math.floor((value * percent + 50) / 100)));
}
