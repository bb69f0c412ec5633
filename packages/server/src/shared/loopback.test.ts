import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from './loopback.ts';

describe('isLoopbackHost', () => {
  it.each(['localhost', 'LocalHost', '127.0.0.1', '127.255.255.254', '[::1]', '::1'])('%s is this machine', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '::',
    '[::]',
    '::ffff:127.0.0.1',
    '128.0.0.1',
    '10.0.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '127.1',
    '',
    '[]',
  ])('%s is not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
