declare const brand: unique symbol;

/** An amount of money in fen, 100 to the yuan. A bigint: arithmetic with a number, which may be a fraction, does not compile. */
export type Fen = bigint & { readonly [brand]: 'fen' };

/** An amount as the driver reads it from a `bigint` column. Nothing can be done with it but `fenFromStored`. */
export interface StoredFen {
  readonly [brand]: 'stored fen';
}

/** The largest amount of one order, entry or refund: 99,999,999.99 yuan. */
export const LARGEST_AMOUNT_FEN = 9_999_999_999;

/** The largest sum: what JSON, and the driver, can carry without rounding. */
const LARGEST_SUM = BigInt(Number.MAX_SAFE_INTEGER);

function isFen(value: bigint): value is Fen {
  return value >= -LARGEST_SUM && value <= LARGEST_SUM;
}

/** @throws RangeError beyond 2^53, where a sum must be a bug */
export function fen(value: bigint): Fen {
  if (!isFen(value)) throw new RangeError(`an amount beyond 2^53 fen: ${value}`);
  return value;
}

export const NO_FEN = fen(0n);

/**
 * An amount of a row: a `bigint`, which the driver reads as a number, or a sum of them, which it reads as text.
 *
 * @throws RangeError for anything but a whole number in one of these forms
 */
export function fenFromStored(value: unknown): Fen {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return fen(BigInt(value));
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return fen(BigInt(value));
  throw new RangeError(`not a stored amount: ${typeof value} ${String(value)}`);
}

/**
 * An amount of a request whose schema has checked that it is an integer within its bounds.
 *
 * @param least 0 where nothing is an amount too
 * @throws RangeError outside of `least` to 9,999,999,999
 */
export function fenFromJson(value: number, least: 0 | 1 = 1): Fen {
  if (!Number.isSafeInteger(value) || value < least || value > LARGEST_AMOUNT_FEN) {
    throw new RangeError(`not an amount of ${least} to ${LARGEST_AMOUNT_FEN} fen: ${value}`);
  }
  return fen(BigInt(value));
}

/** For a JSON member; exact. */
export function fenToJson(amount: Fen): number {
  return Number(amount);
}

/** Yuan with two decimals, without a symbol: `10.00`, `-0.05`. */
export function formatYuan(amount: Fen): string {
  const size = amount < 0n ? 0n - amount : amount;
  return `${amount < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/**
 * The `money` of a gateway, which writes 10.00 as `10`, `10.0` or `10.00`. Undefined for any other form: leading zeros, a sign, an
 * exponent, a third decimal. Zero is in form.
 */
export function parseEpayMoney(text: string): Fen | undefined {
  const [, yuan, decimals = ''] = /^(0|[1-9][0-9]{0,7})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  return yuan === undefined ? undefined : fen(BigInt(yuan) * 100n + BigInt(decimals.padEnd(2, '0')));
}
