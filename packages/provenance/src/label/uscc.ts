/** The 31 symbols of a Unified Social Credit Code in order of value (GB 32100): no I, O, S, V or Z. */
const SYMBOLS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const USCC_CHARS = 18;

/** Whether all symbols belong to a Unified Social Credit Code and the last one is the right check character (GB 32100). */
export function isValidUscc(code: string): boolean {
  if (code.length !== USCC_CHARS) return false;
  const values = Array.from(code, (symbol) => SYMBOLS.indexOf(symbol));
  if (values.includes(-1)) return false;
  const check = values.pop();
  let [weight, sum] = [1, 0];
  for (const value of values) {
    sum += value * weight;
    weight = (weight * 3) % SYMBOLS.length;
  }
  return (sum + (check ?? 0)) % SYMBOLS.length === 0;
}
