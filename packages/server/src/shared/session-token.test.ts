import { describe, expect, it } from 'vitest';
import {
  CSRF_COOKIE,
  csrfTokenOf,
  hashSecretToken,
  isCsrfTokenOf,
  isSecretToken,
  newSecretToken,
  readCookie,
  SESSION_COOKIE,
  sessionCookies,
} from './session-token.ts';

describe('a secret token', () => {
  it('has 256 random bits, is new each time, and is stored as its digest', () => {
    const made = Array.from({ length: 100 }, () => newSecretToken());
    expect(new Set(made.map(({ token }) => token)).size).toBe(100);
    for (const { token, sha256 } of made) {
      expect(isSecretToken(token)).toBe(true);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(sha256).toEqual(hashSecretToken(token));
    }
  });

  it('is hashed with SHA-256', () => {
    expect(hashSecretToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it.each([
    '',
    'x',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}=`,
    `${'a'.repeat(42)}+`,
    `${'a'.repeat(43)}\n`,
    `\u0000${'a'.repeat(42)}`,
  ])('is not %j', (text) => {
    expect(isSecretToken(text)).toBe(false);
  });
});

describe('the token against forgery', () => {
  const { token } = newSecretToken();

  it('fits its own session and no other, and does not show the session', () => {
    const csrf = csrfTokenOf(token);
    expect(isCsrfTokenOf(token, csrf)).toBe(true);
    expect(isCsrfTokenOf(newSecretToken().token, csrf)).toBe(false);
    expect(csrf).not.toContain(token);
    expect(csrfTokenOf(token)).toBe(csrf);
  });

  it.each(['', 'x', '€'.repeat(15), 'a'.repeat(43), 'a'.repeat(44)])('is not %j', (text) => {
    expect(isCsrfTokenOf(token, text)).toBe(false);
  });
});

describe('cookies', () => {
  it('of a session: the secret out of the reach of scripts, both for this host over TLS alone', () => {
    const { token } = newSecretToken();
    expect(sessionCookies(token, 60)).toEqual([
      `__Host-revera_session=${token}; HttpOnly; Path=/; Secure; SameSite=Lax; Max-Age=60`,
      `__Host-revera_csrf=${csrfTokenOf(token)}; Path=/; Secure; SameSite=Lax; Max-Age=60`,
    ]);
  });

  it('are taken away with the same attributes', () => {
    expect(sessionCookies('', 0)).toEqual([
      '__Host-revera_session=; HttpOnly; Path=/; Secure; SameSite=Lax; Max-Age=0',
      '__Host-revera_csrf=; Path=/; Secure; SameSite=Lax; Max-Age=0',
    ]);
  });

  it.each([
    [`${SESSION_COOKIE}=abc`, 'abc'],
    [`a=1; ${SESSION_COOKIE}=abc; ${CSRF_COOKIE}=x`, 'abc'],
    [`a=1;${SESSION_COOKIE}=abc`, 'abc'],
    [`${SESSION_COOKIE}=a=b`, 'a=b'],
    [`${SESSION_COOKIE}=`, ''],
    [`x${SESSION_COOKIE}=abc`, undefined],
    [`${SESSION_COOKIE}x=abc`, undefined],
    [`${SESSION_COOKIE.toLowerCase()}=abc`, undefined],
    [`${SESSION_COOKIE}=abc; ${SESSION_COOKIE}=abc`, undefined],
    [`${SESSION_COOKIE}=abc; ${SESSION_COOKIE}=def`, undefined],
    [`a=${SESSION_COOKIE}=abc`, undefined],
    [SESSION_COOKIE, ''],
    ['', undefined],
    [undefined, undefined],
  ])('%j has the value %j', (header, value) => {
    expect(readCookie(header, SESSION_COOKIE)).toBe(value);
  });
});
