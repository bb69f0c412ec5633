import { isJsonObject } from '../http/openapi-schemas.ts';
import { pick, type Choices } from './amount.ts';

const LONG = 'x'.repeat(70_000);

/** Texts that programs have stumbled over: empty, endless, odd characters, other languages' syntax. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202e\u2066txt.exe',
  '\ud800',
  '\ufeff',
  '\u0000\u001b[31m',
  'e\u0301'.repeat(300),
  LONG,
  '../../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "' or 1=1 --",
  '"; drop table account; --',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  'javascript:alert(1)',
  '=cmd|calc',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '0x7fffffff',
  '1e309',
  '９９９',
  '2026-02-30T25:61:61Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  'infinity',
  'a@b.example',
  `${'a'.repeat(64)}@${'b'.repeat(250)}.example`,
  'ｅｎ',
  '🏳️‍🌈'.repeat(100),
] as const;

const OTHERS = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[[[[[]]]]]],
  { $ne: null },
  { toString: 'x' },
  [null, 'x', 1],
] as const;

/** A text for an address, a query or a header. */
export function oddText(choices: Choices): string {
  return pick(choices, TEXTS);
}

function oddValue(choices: Choices): unknown {
  return choices.below(2) === 0 ? oddText(choices) : structuredClone(pick(choices, OTHERS));
}

/** The sample with some of its values odd, missing, twice as deep, or with members that nobody asked for. */
export function makeOdd(sample: unknown, choices: Choices): unknown {
  if (choices.below(12) === 0) return oddValue(choices);
  if (Array.isArray(sample)) {
    if (choices.below(4) === 0) return Array.from({ length: 500 }, () => oddValue(choices));
    return sample.map((one) => makeOdd(one, choices));
  }
  if (!isJsonObject(sample)) return choices.below(3) === 0 ? oddValue(choices) : sample;
  const members = Object.entries(sample).flatMap(([name, value]): [string, unknown][] =>
    choices.below(8) === 0 ? [] : [[name, makeOdd(value, choices)]],
  );
  const extra: [string, unknown][] = choices.below(3) === 0 ? [[pick(choices, EXTRA), oddValue(choices)]] : [];
  // Not by assignment: "__proto__" is to be a member like others.
  return Object.fromEntries([...members, ...extra]);
}

/** Members by which a caller would give themselves more than the route does. */
const EXTRA = [
  'is_admin',
  'isAdmin',
  'role',
  'organization_id',
  'account_id',
  'mode',
  '__proto__',
  'id',
  'verified',
] as const;

/** A query of odd values for the named parameters. */
export function oddQuery(names: readonly string[], choices: Choices): string {
  const pairs = names.flatMap((name) =>
    choices.below(3) === 0 ? [] : [`${encodeURIComponent(name)}=${encodeText(oddText(choices))}`],
  );
  if (choices.below(6) === 0 && names[0] !== undefined) pairs.push(`${names[0]}=1&${names[0]}=2`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** As in an address; half a character, which no address can carry, as the bytes that some programs send for it. */
export function encodeText(text: string): string {
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text.slice(0, 500));
}
