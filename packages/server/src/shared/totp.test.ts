import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, findTotpStep, otpauthUri, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('one-time codes', () => {
  // RFC 6238 appendix B, SHA-1; its eight digits end in our six.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('fit the RFC at %i seconds', (seconds, eight) => {
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(eight.slice(2));
    expect(findTotpStep(secret, eight.slice(2), { now: at(seconds), lastStep: null })).toBe(Math.floor(seconds / 30));
  });

  it('are taken one step to each side and no further', () => {
    const now = at(30_000);
    const step = 1000;
    const found = [-2, -1, 0, 1, 2].map((away) =>
      findTotpStep(secret, totpCode(secret, step + away), { now, lastStep: null }),
    );
    expect(found).toEqual([undefined, 999, 1000, 1001, undefined]);
  });

  it('work once: neither the last step nor one before it is taken again', () => {
    const now = at(30_000);
    expect(findTotpStep(secret, totpCode(secret, 1000), { now, lastStep: 1000 })).toBeUndefined();
    expect(findTotpStep(secret, totpCode(secret, 999), { now, lastStep: 1000 })).toBeUndefined();
    expect(findTotpStep(secret, totpCode(secret, 1001), { now, lastStep: 1000 })).toBe(1001);
  });

  it('may be typed with spaces, and nothing else is one', () => {
    const code = totpCode(secret, 1000);
    const when = { now: at(30_000), lastStep: null };
    expect(findTotpStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, when)).toBe(1000);
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\d{6}$/.test(text.replaceAll(/\s/g, '')));
        expect(findTotpStep(secret, text, when)).toBeUndefined();
      }),
    );
  });
});

describe('the secret for an app', () => {
  // RFC 4648 §10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %j as the RFC does', (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected);
  });

  it('stands in an address that an account cannot break', () => {
    const uri = new URL(otpauthUri(secret, { issuer: 'Revera', account: 'a&secret=B?/#@example.com' }));
    expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(decodeURIComponent(uri.pathname)).toBe('/Revera:a&secret=B?/#@example.com');
  });
});
