interface NetworkSize {
  /** Parts of an IPv4 address that are kept, 1 to 4. */
  ipv4Parts: number;
  /** Groups of an IPv6 address that are kept, 1 to 7. */
  ipv6Groups: number;
}

const IPV4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i;
const IPV6 = /^[0-9a-f:]*:[0-9a-f:]*(?:%|$)/i;
const GROUPS = 8;

/** The network that an address belongs to, such as `203.0.113.0/24`. What is no address stays as it is. */
export function networkOf(address: string, { ipv4Parts, ipv6Groups }: NetworkSize): string {
  const ipv4 = IPV4.exec(address)?.[1]?.split('.');
  if (ipv4 !== undefined) {
    if (ipv4Parts === ipv4.length) return ipv4.join('.');
    return `${ipv4.map((part, i) => (i < ipv4Parts ? part : '0')).join('.')}/${8 * ipv4Parts}`;
  }
  if (!IPV6.test(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  const kept = groups.slice(0, ipv6Groups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${kept.join(':')}::/${16 * ipv6Groups}`;
}
