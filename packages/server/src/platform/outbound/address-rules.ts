import { BlockList, isIP } from 'node:net';

/** An address of a name. */
export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Networks that no outgoing request enters (IANA special-purpose registries, RFC 6890 and later), narrow ones first. An address
 * that a caller may influence must not reach what only this machine or its neighbours can see (SSRF).
 */
const REFUSED_IPV4: readonly (readonly [name: string, network: string, prefix: number])[] = [
  ['cloud metadata', '169.254.169.254', 32],
  ['cloud metadata', '169.254.170.2', 32],
  ['cloud metadata', '100.100.100.200', 32],
  // The host agent of Azure has a public address.
  ['cloud metadata', '168.63.129.16', 32],
  ['loopback', '127.0.0.0', 8],
  ['unspecified', '0.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['shared by a carrier', '100.64.0.0', 10],
  ['link-local', '169.254.0.0', 16],
  ['protocol assignments', '192.0.0.0', 24],
  ['documentation', '192.0.2.0', 24],
  ['documentation', '198.51.100.0', 24],
  ['documentation', '203.0.113.0', 24],
  ['direct delegation', '192.31.196.0', 24],
  ['relay', '192.52.193.0', 24],
  ['relay', '192.88.99.0', 24],
  ['direct delegation', '192.175.48.0', 24],
  ['benchmark', '198.18.0.0', 15],
  ['multicast', '224.0.0.0', 4],
  ['reserved', '240.0.0.0', 4],
];

const REFUSED_IPV6: readonly (readonly [name: string, network: string, prefix: number])[] = [
  ['cloud metadata', 'fd00:ec2::254', 128],
  ['cloud metadata', 'fd20:ce::254', 128],
  ['unspecified', '::', 128],
  ['loopback', '::1', 128],
  ['IPv4-mapped', '::ffff:0:0', 96],
  ['IPv4-compatible', '::', 96],
  ['IPv4-translated', '::ffff:0:0:0', 96],
  ['IPv4 behind a translator', '64:ff9b::', 96],
  ['IPv4 behind a translator', '64:ff9b:1::', 48],
  ['discard', '100::', 64],
  ['private', 'fc00::', 7],
  ['link-local', 'fe80::', 10],
  ['site-local', 'fec0::', 10],
  ['multicast', 'ff00::', 8],
  ['protocol assignments', '2001::', 23],
  ['documentation', '2001:db8::', 32],
  ['documentation', '3fff::', 20],
  ['IPv4 behind a tunnel', '2002::', 16],
  ['direct delegation', '2620:4f:8000::', 48],
];

const LOOPBACK = 'loopback';

interface NamedNetwork {
  name: string;
  network: BlockList;
}

const refusedIpv4 = REFUSED_IPV4.map((row) => namedNetwork(row, 'ipv4'));
const refusedIpv6 = REFUSED_IPV6.map((row) => namedNetwork(row, 'ipv6'));
/** The only IPv6 space that is routed publicly; everything outside it is refused, assigned or not. */
const publicIpv6 = namedNetwork(['public', '2000::', 3], 'ipv6').network;

/** The name of the network that makes this address forbidden; null for a public address, which may be contacted. */
export function refusedNetworkOf(address: string): string | null {
  const family = isIP(address);
  if (family === 4) return refusedIpv4.find(({ network }) => network.check(address, 'ipv4'))?.name ?? null;
  // A zone (`fe80::1%eth0`) belongs to addresses that are meaningful on one link only.
  if (family !== 6 || address.includes('%')) return 'not an address';
  const refused = refusedIpv6.find(({ network }) => network.check(address, 'ipv6'));
  return refused?.name ?? (publicIpv6.check(address, 'ipv6') ? null : 'not assigned');
}

/** Whether the address is one of this machine itself. */
export function isLoopback(address: string): boolean {
  return refusedNetworkOf(address) === LOOPBACK;
}

function namedNetwork(
  [name, address, prefix]: readonly [string, string, number],
  family: 'ipv4' | 'ipv6',
): NamedNetwork {
  const network = new BlockList();
  network.addSubnet(address, prefix, family);
  return { name, network };
}
