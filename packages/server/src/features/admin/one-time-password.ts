import { randomInt } from 'node:crypto';

/** No ambiguous letters, and none that need Shift: it is copied by hand from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LETTERS = 5;

/** A one-time password of 99 random bits. */
export function newOneTimePassword(): string {
  const group = (): string => Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
