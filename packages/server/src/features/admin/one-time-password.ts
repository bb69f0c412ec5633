import { randomInt } from 'node:crypto';

/** No letter that is taken for another, and none that needs a second key: it is copied by hand from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LETTERS = 5;

/** A password that is given out once, of 99 random bits. */
export function newOneTimePassword(): string {
  const group = (): string => Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
