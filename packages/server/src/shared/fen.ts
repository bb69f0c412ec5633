declare const fenBrand: unique symbol;

/** An amount of money in fen (0.01 CNY), never negative here. A bigint, so that arithmetic with floating point does not compile. */
export type Fen = bigint & { readonly [fenBrand]: true };

/** The largest amount that a gateway and our tables hold: 99,999,999.99 CNY. */
export const FEN_MAX = 9_999_999_999n;

/** Whether a number of fen is within 0 to {@link FEN_MAX}. */
export function isFen(value: bigint): value is Fen {
  return value >= 0n && value <= FEN_MAX;
}

/** @throws {RangeError} outside 0 to {@link FEN_MAX} */
export function fen(value: bigint): Fen {
  if (!isFen(value)) throw new RangeError('an amount of money is out of range');
  return value;
}

/** No sign, exponent, leading zero, separator, space or third decimal. */
const EPAY_MONEY = /^(0|[1-9][0-9]{0,7})(?:\.([0-9]{1,2}))?$/;

/** Reads money as gateways write it (`100`, `100.0` and `100.00` are the same); null for anything else. */
export function parseEpayMoney(text: string): Fen | null {
  const match = EPAY_MONEY.exec(text);
  if (match === null) return null;
  const [, whole = '', decimals = ''] = match;
  return fen(BigInt(whole + decimals.padEnd(2, '0')));
}

/** Money as we send it to gateways: always two decimals. */
export function formatEpayMoney(amount: Fen): string {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
