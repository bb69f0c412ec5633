/** The orthonormal cosine transform of eight values (DCT-II): eight rows, one for each frequency, of eight weights. */
export const DCT8: Float64Array = makeTable();

function makeTable(): Float64Array {
  const table = new Float64Array(64);
  for (let v = 0; v < 8; v++) {
    const scale = v === 0 ? Math.SQRT1_2 / 2 : 0.5;
    for (let y = 0; y < 8; y++) table[v * 8 + y] = scale * Math.cos(((2 * y + 1) * v * Math.PI) / 16);
  }
  return table;
}
