import { describe, expect, it } from 'vitest';
import { fractionsIn, linesWithFractions, MAKES_OTHER_NUMBERS } from './imports/whole-money.ts';
import { tokenize } from './source/lexer.ts';
import { readTree } from './source/tree.ts';
import { fileURLToPath } from 'node:url';

const PATH = 'features/billing/orders/price.ts';
const linesOf = (source: string, path = PATH) => fractionsIn(path, tokenize(source));

const FRACTIONS = [
  'Number(amount)',
  'Number.parseFloat(text)',
  'Number.parseInt(text, 10)',
  'Number.EPSILON',
  'texts.map(Number)',
  'parseFloat(text)',
  'parseInt(text, 10)',
  'globalThis.parseFloat(text)',
  'globalThis.Number(text)',
  'Math.round(a)',
  'globalThis.Math.floor(a)',
  'price.toFixed(2)',
  'price?.toPrecision(2)',
  'price.toExponential()',
  'const a = +text',
  'f(+text)',
  'f(a, +text)',
  'const a = b ? +b : c',
  'const f = () => { return +text; }',
  'const f = (t: string) => +t',
  'const a = `${+text} fen`',
  'const a = `${b} and ${+text}`',
  'const a = b ^ +text',
  'const a = b * 0.06',
  'const a = 1e2',
];

const WHOLE = [
  'const a = b + c',
  'const a = f(b) + c',
  'const a = [b][0] + c',
  "const a = 'b' + c",
  'const a = 1 + c',
  'const a = `${b + c}` + d',
  'i += 1; i++; ++i',
  'const a = 2n * b / 100n',
  'Number.isSafeInteger(a)',
  'Number.MAX_SAFE_INTEGER',
  'const a = order.Number',
  "const a = 'Number(text) Math.floor 0.5'",
  '// Math.round(1.5)',
  'const a = 0xe1',
];

describe('the rule that money is whole', () => {
  it.each(FRACTIONS)('sees %s', (source) => {
    expect(linesOf(`\n${source}`)).toEqual([2]);
    expect(linesOf(source, 'features/finance/totals.ts')).toEqual([1]);
  });

  it.each(WHOLE)('lets %s be', (source) => {
    expect(linesOf(source)).toEqual([]);
  });

  it('holds where money is computed, and nowhere else', () => {
    expect(linesOf('Math.round(a)', 'features/jobs/a.ts')).toEqual([]);
    expect(linesOf('Math.round(a)', 'shared/fen.ts')).toEqual([]);
  });

  it('excepts only files that need it', () => {
    const tree = readTree(fileURLToPath(new URL('..', import.meta.url)));
    for (const path of Object.keys(MAKES_OTHER_NUMBERS)) {
      expect([path, linesWithFractions(tokenize(tree.text(`packages/server/src/${path}`)))]).not.toEqual([path, []]);
    }
  });
});
