import { describe, expect, it } from 'vitest';
import { isAccountAddress, isMailAddress, parseMailAddress } from './mail-address.ts';

describe('isMailAddress', () => {
  it.each(['a@b', 'first.last+tag@mail.example.com', "o'hara@example.com", '用户@例子.公司'])('takes %s', (address) => {
    expect(isMailAddress(address)).toBe(true);
  });

  it.each([
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b\r\nRCPT TO:<x@y>',
    'a@b,c@d',
    'a@b;c@d',
    'N <a@b>',
    '<a@b>',
    '"a"@b',
    'a@[127.0.0.1]',
    'a(x)@b',
    'a\\@b',
    'a\u0000@b',
    'a\u202e@b',
    `${'a'.repeat(319)}@b`,
  ])('refuses %j', (address) => {
    expect(isMailAddress(address)).toBe(false);
  });
});

describe('isAccountAddress', () => {
  const local = 'a'.repeat(64);
  const domain = 'b'.repeat(254 - 65);
  it.each([
    ['of this machine', 'admin@localhost', true],
    ['as long as can be', `${local}@${domain}`, true],
    ['with a longer local part', `a${local}@b`, false],
    ['longer in all', `${local}@b${domain}`, false],
    ['that is none', 'admin', false],
  ])('judges an address %s', (_what, address, expected) => {
    expect(isAccountAddress(address)).toBe(expected);
  });
});

describe('parseMailAddress', () => {
  it.each([
    ['a@b.example', { name: '', address: 'a@b.example' }],
    ['  Revera <a@b.example> ', { name: 'Revera', address: 'a@b.example' }],
    ['"内容来源 Revera" <a@b.example>', { name: '内容来源 Revera', address: 'a@b.example' }],
    ['Revera, Inc. <a@b.example>', { name: 'Revera, Inc.', address: 'a@b.example' }],
  ])('reads %s', (text, address) => {
    expect(parseMailAddress(text)).toEqual(address);
  });

  it.each(['', 'Revera', 'Revera <>', 'Revera <a@b> <c@d>', 'Revera <a@b>, x@y', 'Re\r\nBcc: x <a@b>', 'a"b <c@d>'])(
    'refuses %j',
    (text) => {
      expect(parseMailAddress(text)).toBeNull();
    },
  );
});
