/** RC4, for reading old encrypted files only: OpenSSL 3 no longer offers it. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 0xff;
    exchange(state, index, other);
  }
  const out = new Uint8Array(data.length);
  for (let at = 0, index = 0, other = 0; at < data.length; at += 1) {
    index = (index + 1) & 0xff;
    other = (other + (state[index] ?? 0)) & 0xff;
    exchange(state, index, other);
    out[at] = (data[at] ?? 0) ^ (state[((state[index] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0);
  }
  return out;
}

function exchange(state: Uint8Array, one: number, other: number): void {
  const kept = state[one] ?? 0;
  state[one] = state[other] ?? 0;
  state[other] = kept;
}
