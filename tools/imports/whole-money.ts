import type { Token } from '../source/lexer.ts';

/** Where money is computed, below the server's `src`. */
const COMPUTES_MONEY = /^features\/(billing|finance)\//;

/** Files that make a number of something else than money, and of what. A file that no longer does leaves the table. */
export const MAKES_OTHER_NUMBERS: Readonly<Record<string, string>> = {
  'features/billing/epay/answer.ts': 'the code of an answer',
  'features/billing/epay/order-state.ts': 'a date',
  'features/billing/epay/parameters.ts': 'a byte of an escape',
  'features/billing/epay/pay-url.ts': 'seconds',
  'features/billing/epay/read-orders.ts': 'how many rows cannot be read',
  'features/billing/epay/verify-message.ts': 'seconds',
  'features/billing/orders/wallet-routes.ts': 'the place of an entry in a list',
};

const MAKES_A_NUMBER: ReadonlySet<string> = new Set([
  'parseFloat',
  'parseInt',
  'toFixed',
  'toPrecision',
  'toExponential',
]);
const ONLY_LOOKS: ReadonlySet<string> = new Set(['isSafeInteger', 'isInteger', 'MAX_SAFE_INTEGER']);
/** A plus after one of these has nothing on its left side. */
const OPENS = new Set('( [ { ${ , ; : ? = < > & | ^ ! ~ * / % - + => ...'.split(' '));
const OPENING_WORDS = new Set('return typeof case in of void new do else yield await throw'.split(' '));
const FRACTION = /^\d[\d_]*(\.\d|e[\d+-])/i;

/** The lines on which an amount could become a fraction; none in a file that computes no money, or is in the table. */
export function fractionsIn(path: string, tokens: readonly Token[]): number[] {
  if (!COMPUTES_MONEY.test(path) || path in MAKES_OTHER_NUMBERS) return [];
  return linesWithFractions(tokens);
}

export function linesWithFractions(tokens: readonly Token[]): number[] {
  return [...new Set(tokens.flatMap((token, at) => (makesFraction(tokens, at) ? [token.line] : [])))];
}

function makesFraction(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  switch (token?.kind) {
    case 'number':
      return FRACTION.test(token.text);
    case 'punct':
      return token.text === '+' && isUnary(tokens[at - 1]);
    case 'word':
      if (isMember(tokens, at)) return MAKES_A_NUMBER.has(token.text);
      if (token.text === 'Number') return !ONLY_LOOKS.has(memberOf(tokens, at));
      return token.text === 'Math' || MAKES_A_NUMBER.has(token.text);
    default:
      return false;
  }
}

function isUnary(before: Token | undefined): boolean {
  if (before === undefined) return true;
  return before.kind === 'word' ? OPENING_WORDS.has(before.text) : before.kind === 'punct' && OPENS.has(before.text);
}

function isMember(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.kind !== 'punct' || (before.text !== '.' && before.text !== '?.')) return false;
  return tokens[at - 2]?.text !== 'globalThis';
}

function memberOf(tokens: readonly Token[], at: number): string {
  return tokens[at + 1]?.text === '.' ? (tokens[at + 2]?.text ?? '') : '';
}
