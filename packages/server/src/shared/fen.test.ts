import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fen,
  fenFromJson,
  fenFromStored,
  fenToJson,
  formatYuan,
  LARGEST_AMOUNT_FEN,
  NO_FEN,
  parseEpayMoney,
  type StoredFen,
} from './fen.ts';

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const amounts = fc.bigInt(1n, BigInt(LARGEST_AMOUNT_FEN)).map(fen);
const sums = fc.bigInt(-LARGEST, LARGEST).map(fen);

describe('an amount', () => {
  it('does not mix with numbers, and one of a row cannot be used before it is read', () => {
    const amount = fen(5n);
    // @ts-expect-error a number may be a fraction
    expect(() => void (amount * 1.5)).toThrow(TypeError);
    // @ts-expect-error a number may be a fraction
    expect(() => Math.floor(amount)).toThrow(TypeError);
    // @ts-expect-error neither a number nor any bigint is an amount
    const wrong: readonly (typeof amount)[] = [5, 5n];
    expect(wrong).toHaveLength(2);
    // @ts-expect-error an amount of a row is read by fenFromStored only
    const twice = (stored: StoredFen) => stored * 2;
    expect(twice).toBeTypeOf('function');
  });

  it('is refused beyond 2^53, where numbers of the driver and of JSON would be rounded', () => {
    expect(fen(LARGEST)).toBe(LARGEST);
    expect(() => fen(LARGEST + 1n)).toThrow(RangeError);
    expect(() => fen(-LARGEST - 1n)).toThrow(RangeError);
  });
});

describe('an amount of a row', () => {
  it('is a number, or the text of a sum', () => {
    expect(fenFromStored(-5)).toBe(-5n);
    expect(fenFromStored('123')).toBe(123n);
    expect(fenFromStored(0)).toBe(NO_FEN);
  });

  it.each([1.5, Number.NaN, 2 ** 53, '1.0', '1e2', '', '-', ' 1', '9'.repeat(20), null, undefined, {}, true])(
    'is not %j',
    (value) => expect(() => fenFromStored(value)).toThrow(RangeError),
  );

  it('is the same in both forms', () => {
    fc.assert(
      fc.property(sums, (sum) => {
        expect(fenFromStored(Number(sum))).toBe(sum);
        expect(fenFromStored(String(sum))).toBe(sum);
      }),
    );
  });
});

describe('an amount of JSON', () => {
  it('is 1 to 9,999,999,999, or 0 where nothing is an amount', () => {
    expect(fenFromJson(1)).toBe(1n);
    expect(fenFromJson(LARGEST_AMOUNT_FEN)).toBe(9_999_999_999n);
    expect(fenFromJson(0, 0)).toBe(0n);
    for (const value of [0, -1, 1.5, Number.NaN, Infinity, LARGEST_AMOUNT_FEN + 1]) {
      expect(() => fenFromJson(value)).toThrow(RangeError);
    }
    expect(() => fenFromJson(-1, 0)).toThrow(RangeError);
  });

  it('comes back as it went', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(fenFromJson(fenToJson(amount))).toBe(amount);
      }),
    );
  });
});

describe('yuan', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [10n, '0.10'],
    [1000n, '10.00'],
    [1_234_567_890n, '12345678.90'],
    [-5n, '-0.05'],
    [-12_345n, '-123.45'],
  ])('of %s fen are %s', (amount, text) => expect(formatYuan(fen(amount))).toBe(text));
});

describe('the money of a gateway', () => {
  it.each([
    ['10', 1000n],
    ['10.0', 1000n],
    ['10.00', 1000n],
    ['0.1', 10n],
    ['0.01', 1n],
    ['0', 0n],
    ['19.9', 1990n],
    ['0.29', 29n],
    ['4.35', 435n],
    ['99999999.99', 9_999_999_999n],
  ])('%s is %s fen', (text, amount) => expect(parseEpayMoney(text)).toBe(amount));

  it.each(
    `. .5 5. 01 00.1 +1 -1 1e2 1,00 1.005 1.001 １ ١ 0x1 100000000 1.1.1 NaN Infinity`
      .split(' ')
      .concat('', ' 1', '1 ', '1\n', '1.0 0'),
  )('%j is none', (text) => expect(parseEpayMoney(text)).toBeUndefined());

  it('is what was sent, in every form that it may come back in', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = formatYuan(amount);
        expect(parseEpayMoney(text)).toBe(amount);
        expect(parseEpayMoney(text.replace(/\.?0{1,2}$/, ''))).toBe(amount);
      }),
    );
  });

  it('is in form only if it is written so again, but for zeros at the end', () => {
    const texts = fc.stringMatching(/^[0-9.]{0,12}$/);
    fc.assert(
      fc.property(texts, (text) => {
        const amount = parseEpayMoney(text);
        fc.pre(amount !== undefined);
        expect([formatYuan(amount), formatYuan(amount).slice(0, -1), formatYuan(amount).slice(0, -3)]).toContain(text);
      }),
    );
  });
});
