import { BASES, WALKS } from './common-passwords.ts';
import type { Localized } from './language.ts';

/** In code points, so that a character of any script counts once. */
export const PASSWORD_CHARACTERS = { min: 10, max: 128 } as const;

/** The facts that everybody would try first for this account. */
export interface PasswordOwner {
  email: string;
  name: string;
}

export type PasswordRefusal = 'too_short' | 'too_long' | 'too_common' | 'too_simple' | 'too_personal';

/** What people read; `unchanged` means that it is the present password. */
export const PASSWORD_REFUSALS: Readonly<Record<PasswordRefusal | 'unchanged', Localized>> = {
  unchanged: row('The new password is the old one; choose another', '新密码与旧密码相同，请换一个'),
  too_short: row('The password needs at least 10 characters', '密码至少需要 10 个字符'),
  too_long: row('The password may have at most 128 characters', '密码最多 128 个字符'),
  too_common: row('Many people use this password; choose another', '许多人使用这个密码，请换一个'),
  too_simple: row(
    'The password repeats itself or follows the keyboard; choose another',
    '密码有重复或键盘顺序，请换一个',
  ),
  too_personal: row(
    'The password is made of the address or the name; choose another',
    '密码由邮箱或姓名组成，请换一个',
  ),
};

function row(en: string, zhCn: string): Localized {
  return { en, 'zh-CN': zhCn };
}

/** A shorter part of an address or a name says nothing about anybody. */
const PERSONAL_CHARACTERS = 4;
/** The rest beside a known word must have some strength of its own: fewer characters are guessed with it. */
const OWN_CHARACTERS = 4;
/** For a password of one run after another, as in `abcd1234efgh`. */
const RUN_CHARACTERS = 3;
const REPEATED_BLOCK_MAX = 8;
/** Digits beside a word that attackers try: a year, a birthday, a few more. */
const GUESSED_DIGITS = 8;
const DISTINCT_MIN = 5;

/**
 * Why the account may not use this password; undefined when it may. A list of leaked passwords would miss most unless it were
 * long, so this knows what they are made of: a word that everybody uses with a year, digits or signs around it and digits for
 * letters in it, walks over the keyboard, and repetitions.
 */
export function judgePassword(password: string, owner: PasswordOwner): PasswordRefusal | undefined {
  const characters = Array.from(password).length;
  if (characters < PASSWORD_CHARACTERS.min) return 'too_short';
  if (characters > PASSWORD_CHARACTERS.max) return 'too_long';
  const plain = password.normalize('NFKC').toLowerCase();
  if (isSimple(plain)) return 'too_simple';
  const personal = personalWords(owner);
  if (readings(plain).some((reading) => isMadeOf(reading, personal))) return 'too_personal';
  if (readings(plain).some((reading) => isMadeOf(reading, [...personal, ...BASES]))) return 'too_common';
  return undefined;
}

/**
 * The letters and digits of a text, both as typed and as meant: `P@ssw0rd!` is `password`. Digits around it stay digits in one
 * reading, because `2024` behind a word does not mean letters.
 */
function readings(plain: string): string[] {
  const [, head = '', core = '', tail = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(plain) ?? [];
  const texts = [plain, meant(plain, LEET), meant(plain, LEET_L)];
  texts.push(...[LEET, LEET_L].map((table) => `${head}${meant(core, table)}${tail}`));
  return [...new Set(texts.map(lettersAndDigits))];
}

function meant(text: string, table: Readonly<Record<string, string>>): string {
  return Array.from(text)
    .map((letter) => table[letter] ?? letter)
    .join('');
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
};
const LEET_L: Readonly<Record<string, string>> = { ...LEET, '1': 'l', '!': 'l' };

/** Known words one after another, with digits and too little else between them. */
function isMadeOf(reading: string, words: readonly string[]): boolean {
  let rest = reading;
  let known = false;
  // The longest first: `password` must not leave `word` behind.
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (!rest.includes(word)) continue;
    known = true;
    rest = rest.replaceAll(word, ' ');
  }
  const own = withoutRuns(rest.replaceAll(/\p{N}+/gu, (digits) => (isGuessable(digits) ? '' : digits)));
  return known && own.replaceAll(' ', '').length < OWN_CHARACTERS;
}

function isGuessable(digits: string): boolean {
  return digits.length <= GUESSED_DIGITS || isSimple(digits);
}

/** Too few characters, one repeated block, or a walk, also with signs between its steps. */
function isSimple(text: string): boolean {
  const plain = lettersAndDigits(text);
  return (
    new Set(text).size < DISTINCT_MIN ||
    isRepetition(text) ||
    withoutRuns(text).length < OWN_CHARACTERS ||
    (plain.length > text.length / 2 && withoutRuns(plain).length < OWN_CHARACTERS)
  );
}

/** `abcabcabc…`, also when the last one is cut off; a longer block counts from its third time on. */
function isRepetition(text: string): boolean {
  const letters = Array.from(text);
  const longest = Math.max(REPEATED_BLOCK_MAX, Math.floor(letters.length / 3));
  return Array.from({ length: longest }, (_, at) => at + 1).some(
    (length) => letters.length >= 2 * length && letters.every((letter, at) => letter === letters[at % length]),
  );
}

/** What is left without walks over the keyboard, counting up or down, and repeated characters. */
function withoutRuns(text: string): string {
  const letters = Array.from(text);
  let rest = '';
  for (let at = 0; at < letters.length;) {
    const length = runLength(letters, at);
    if (length < RUN_CHARACTERS) rest += letters[at];
    at += length < RUN_CHARACTERS ? 1 : length;
  }
  return rest;
}

function runLength(letters: readonly string[], start: number): number {
  const steps: ((a: string, b: string) => boolean)[] = [
    (a, b) => a === b,
    (a, b) => code(b) - code(a) === 1,
    (a, b) => code(a) - code(b) === 1,
    (a, b) => WALKS.some((walk) => walk.includes(a + b)),
    (a, b) => WALKS.some((walk) => walk.includes(b + a)),
  ];
  const lengths = steps.map((isStep) => {
    let at = start + 1;
    while (at < letters.length && isStep(letters[at - 1] ?? '', letters[at] ?? '')) at += 1;
    return at - start;
  });
  return Math.max(...lengths);
}

function code(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** The address, its parts, and the words of the name. */
function personalWords({ email, name }: PasswordOwner): string[] {
  const parts = [...email.split(/[@.+_-]/), ...name.split(/\s+/), email, name, email.split('@', 1)[0] ?? ''];
  const words = parts.map((part) => lettersAndDigits(part.normalize('NFKC').toLowerCase()));
  return [...new Set(words.filter((word) => Array.from(word).length >= PERSONAL_CHARACTERS))];
}
