import { isIPv4, isIPv6 } from 'node:net';

interface NetworkSize {
  /** Parts of an IPv4 address that are kept, 1 to 4. */
  ipv4Parts: number;
  /** Groups of an IPv6 address that are kept, 1 to 7. */
  ipv6Groups: number;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;

/** The network that an address belongs to, such as `203.0.113.0/24`. What is no address stays as it is. */
export function networkOf(address: string, { ipv4Parts, ipv6Groups }: NetworkSize): string {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) {
    const parts = plain.split('.');
    if (ipv4Parts === parts.length) return plain;
    return `${parts.map((part, i) => (i < ipv4Parts ? part : '0')).join('.')}/${8 * ipv4Parts}`;
  }
  if (!isIPv6(address)) return plain;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  const kept = groups.slice(0, ipv6Groups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${kept.join(':')}::/${16 * ipv6Groups}`;
}
