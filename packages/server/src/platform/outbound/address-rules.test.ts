import { describe, expect, it } from 'vitest';
import { isLoopback, refusedNetworkOf } from './address-rules.ts';

describe('refusedNetworkOf', () => {
  it.each([
    ['169.254.169.254', 'cloud metadata'],
    ['168.63.129.16', 'cloud metadata'],
    ['100.100.100.200', 'cloud metadata'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.0', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'shared by a carrier'],
    ['169.254.0.1', 'link-local'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmark'],
    ['198.19.255.255', 'benchmark'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['64:ff9b::a00:1', 'IPv4 behind a translator'],
    ['100::1', 'discard'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fdff::1', 'private'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['2001::1', 'protocol assignments'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', 'IPv4 behind a tunnel'],
    ['4000::1', 'not assigned'],
    ['fe80::1%eth0', 'not an address'],
    ['localhost', 'not an address'],
    ['', 'not an address'],
  ])('%s is %s', (address, network) => {
    expect(refusedNetworkOf(address)).toBe(network);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
    '2001:4860:4860::8888',
  ])('%s is public', (address) => {
    expect(refusedNetworkOf(address)).toBeNull();
  });
});

describe('isLoopback', () => {
  it('is the machine itself and nothing that only looks like it', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true]);
    expect(['0.0.0.0', '::ffff:127.0.0.1', '10.0.0.1', 'localhost'].map(isLoopback)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
