/** RFC 5321 §4.5.3.1: 64 for the local part, 255 for the domain, and the sign between them. */
const CHARACTERS_MAX = 320;

/**
 * One address without quoting, comments or names. It excludes everything that could end it or begin another in a header or an
 * SMTP command: spaces, control characters, brackets, commas, colons, quotes.
 */
const PLAIN = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** A mailbox as a header names it. */
export interface MailAddress {
  /** Empty to show none. */
  name: string;
  address: string;
}

export function isMailAddress(text: string): boolean {
  return text.length <= CHARACTERS_MAX && PLAIN.test(text);
}

/** RFC 5321 §4.5.3.1.1 and .3: of the local part, and of a path of 256 octets without its brackets. */
const LOCAL_CHARACTERS_MAX = 64;
const ACCOUNT_CHARACTERS_MAX = 254;

/** An address that an account can have, including one on this machine only: `admin@localhost`. */
export function isAccountAddress(text: string): boolean {
  return isMailAddress(text) && text.length <= ACCOUNT_CHARACTERS_MAX && text.indexOf('@') <= LOCAL_CHARACTERS_MAX;
}

/** `someone@example.com` or `Some Name <someone@example.com>`; null when it is neither. */
export function parseMailAddress(text: string): MailAddress | null {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text.trim());
  const address = (named?.[2] ?? text).trim();
  const name = (named?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (!isMailAddress(address) || /[\p{C}"\\]/u.test(name)) return null;
  return { name, address };
}
