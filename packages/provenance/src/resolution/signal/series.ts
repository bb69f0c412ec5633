/** The natural logarithm; for zero, that of a billionth. */
export function log(value: number): number {
  return Math.log(Math.max(value, 1e-9));
}

/** The mean over each value and `radius` neighbours on both sides; the ends are repeated outwards. */
export function smooth(values: Float64Array, radius: number, into: Float64Array): void {
  const last = values.length - 1;
  const at = (index: number): number => values[index < 0 ? 0 : index > last ? last : index] ?? 0;
  let sum = 0;
  for (let k = -radius; k <= radius; k++) sum += at(k);
  for (let k = 0; k <= last; k++) {
    into[k] = sum / (2 * radius + 1);
    sum += at(k + radius + 1) - at(k - radius);
  }
}

/** The value that would stand at `count >> 1` if the first `count` were sorted. Moves them about. */
export function median(values: Float64Array, count: number): number {
  const middle = count >> 1;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[middle] ?? 0;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i++;
      while ((values[j] ?? 0) > pivot) j--;
      if (i > j) break;
      const kept = values[i] ?? 0;
      values[i] = values[j] ?? 0;
      values[j] = kept;
      i++;
      j--;
    }
    if (j < middle) low = i;
    if (middle < i) high = j;
  }
  return values[middle] ?? 0;
}

/** How far a frequency (cycles a pixel) is from the next multiple of `1 / grid`. */
export function distanceToGrid(frequency: number, grid: number): number {
  const steps = frequency * grid;
  return Math.abs(steps - Math.round(steps)) / grid;
}
