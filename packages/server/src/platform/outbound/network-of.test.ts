import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::/48'],
    ['2001:0DB8::1', '2001:db8:0::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['::1', '0:0:0::/48'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0::/48'],
    ['1:2', '1:2'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %s is %s, by 24 and 48 bits', (address, network) => {
    expect(networkOf(address, { ipv4Parts: 3, ipv6Groups: 3 })).toBe(network);
  });

  it('of an IPv4 address is the address, by 32 bits', () => {
    expect(networkOf('::ffff:203.0.113.77', { ipv4Parts: 4, ipv6Groups: 4 })).toBe('203.0.113.77');
  });
});
