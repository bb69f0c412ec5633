import { describe, expect, it } from 'vitest';
import { nextPath, withNext } from './next-path.ts';

describe('nextPath', () => {
  it.each(['/en', '/zh-cn', '/en?x=1', '/en/dashboard', '/zh-cn/invitation?token=a_b-c', '/en/a%20b?c=%2F'])(
    'takes one of our pages: %s',
    (text) => {
      expect(nextPath(text)).toBe(text);
    },
  );

  it.each([
    'https://evil.example/en',
    '//evil.example',
    '/en//evil.example',
    '/\\evil.example',
    '/en\\x',
    '/english',
    '/fr',
    '/v1/auth/logout',
    '/en/../v1/x',
    '/en/%2e%2e/v1/x',
    '/en/./..',
    ' /en',
    '/en x',
    '/en/\t',
    '/en\r\nlocation: x',
    '/en/é',
    'en',
    '',
    `/en/${'x'.repeat(1000)}`,
    null,
    undefined,
  ])('takes nothing else: %j', (text) => {
    expect(nextPath(text)).toBeNull();
  });

  it('stands behind a page with nothing of its own left in it', () => {
    expect(withNext('/en/login', '/en/a?b=c&d=e#f')).toBe('/en/login?next=%2Fen%2Fa%3Fb%3Dc%26d%3De%23f');
    expect(withNext('/en/login', null)).toBe('/en/login');
  });
});
