import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { addressSubject } from './rate-limit.ts';

/** The framework's names for ranges. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export interface ConnectionCap {
  readonly perAddress: number;
  /** Addresses, ranges and names of ranges that are not counted, because many callers share them. */
  readonly uncapped: readonly string[];
  /** Called once for an address, until it has no connection left. */
  readonly onRefused: (address: string) => void;
}

/** Closes connections beyond the number that one address may open, before anything is read from them. */
export function capConnections(server: Server, { perAddress, uncapped, onRefused }: ConnectionCap): void {
  const peers = peerList(uncapped);
  const open = new Map<string, { count: number; isTold: boolean }>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
    if (address === undefined || peers.check(address, familyOf(address))) return;
    const subject = addressSubject(address);
    const entry = open.get(subject) ?? { count: 0, isTold: false };
    if (entry.count >= perAddress) {
      socket.destroy();
      if (!entry.isTold) onRefused(subject);
      entry.isTold = true;
      return;
    }
    entry.count += 1;
    open.set(subject, entry);
    socket.once('close', () => {
      entry.count -= 1;
      if (entry.count === 0) open.delete(subject);
    });
  });
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function peerList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges.flatMap((name) => NAMED_RANGES[name] ?? [name])) {
    const [address = '', mask] = range.split('/');
    if (mask === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, prefixOf(mask), familyOf(address));
  }
  return list;
}

/** `255.255.0.0` or `16`. */
function prefixOf(mask: string): number {
  if (!mask.includes('.')) return Number(mask);
  const bits = mask.split('.').map((octet) => Number(octet).toString(2).replaceAll('0', ''));
  return bits.join('').length;
}
