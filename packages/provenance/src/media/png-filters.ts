/** Undoes one row's filter in place. `at` is its first byte after the filter type, `above` that of the row before. */
type Unfilter = (rows: Uint8Array, at: number, above: number, shape: { rowBytes: number; step: number }) => void;

/** PNG third edition §9.2, by filter type. */
const UNFILTER: readonly Unfilter[] = [
  () => undefined,
  (rows, at, _above, { rowBytes, step }) => {
    for (let i = at + step; i < at + rowBytes; i += 1) rows[i] = (rows[i] ?? 0) + (rows[i - step] ?? 0);
  },
  (rows, at, above, { rowBytes }) => {
    if (above < 0) return;
    for (let i = 0; i < rowBytes; i += 1) rows[at + i] = (rows[at + i] ?? 0) + (rows[above + i] ?? 0);
  },
  (rows, at, above, { rowBytes, step }) => {
    for (let i = 0; i < rowBytes; i += 1) {
      const left = i < step ? 0 : (rows[at + i - step] ?? 0);
      const up = above < 0 ? 0 : (rows[above + i] ?? 0);
      rows[at + i] = (rows[at + i] ?? 0) + ((left + up) >> 1);
    }
  },
  (rows, at, above, { rowBytes, step }) => {
    for (let i = 0; i < rowBytes; i += 1) {
      const left = i < step ? 0 : (rows[at + i - step] ?? 0);
      const up = above < 0 ? 0 : (rows[above + i] ?? 0);
      const corner = above < 0 || i < step ? 0 : (rows[above + i - step] ?? 0);
      rows[at + i] = (rows[at + i] ?? 0) + paeth(left, up, corner);
    }
  },
];

/**
 * Undoes the filters of rows that each follow their filter type; `step` is the bytes of a pixel. False for a filter type
 * that does not exist.
 */
export function unfilterRows(rows: Uint8Array, rowBytes: number, step: number): boolean {
  for (let type = 0; type < rows.length; type += 1 + rowBytes) {
    const unfilter = UNFILTER[rows[type] ?? -1];
    if (unfilter === undefined) return false;
    unfilter(rows, type + 1, type === 0 ? -1 : type - rowBytes, { rowBytes, step });
  }
  return true;
}

/** PNG third edition §9.4. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
