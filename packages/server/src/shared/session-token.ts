import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `__Host-`: only over TLS (or to this machine), for this host alone, on every path (RFC 6265bis §4.1.3.2). */
export const SESSION_COOKIE = '__Host-revera_session';
/** Readable by our own scripts, which send it back in the header. */
export const CSRF_COOKIE = '__Host-revera_csrf';
export const CSRF_HEADER = 'x-csrf-token';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 random bits: a session's cookie, or the token of a link in a mail. */
export function newSecretToken(): { token: string; sha256: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, sha256: hashSecretToken(token) };
}

/** Whether a text has the form of a secret token; anything else is not looked up. */
export function isSecretToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Derived from the session, so that a cookie planted by another site does not match. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

export function isCsrfTokenOf(sessionToken: string, presented: string): boolean {
  const [expected, given] = [Buffer.from(csrfTokenOf(sessionToken)), Buffer.from(presented)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The cookies of a new session; `maxAgeSeconds` 0 deletes them. */
export function sessionCookies(token: string, maxAgeSeconds: number): string[] {
  const common = `Path=/; Secure; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
  const csrf = token === '' ? '' : csrfTokenOf(token);
  return [`${SESSION_COOKIE}=${token}; HttpOnly; ${common}`, `${CSRF_COOKIE}=${csrf}; ${common}`];
}

/** The value of a cookie in a `Cookie` header; undefined when it is absent or occurs twice. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return key.trim() === name ? [rest.join('=').trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
