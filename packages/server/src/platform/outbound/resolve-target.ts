import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback, refusedNetworkOf, type HostAddress } from './address-rules.ts';
import { OUTBOUND_LIMITS } from './limits.ts';
import { OutboundError } from './outbound-error.ts';

/** How a host name becomes addresses. */
export type ResolveName = (hostname: string) => Promise<readonly HostAddress[]>;

/** What the operator allows besides https to public addresses. */
export interface OutboundAllowances {
  /** http and https may go to this machine itself (127.0.0.0/8, ::1). */
  allowLoopbackHttp: boolean;
  /** http may go to public addresses. */
  allowPublicHttp?: boolean | undefined;
}

/** Where a request goes. The connection uses these addresses and the name is not looked up again. */
export interface Target {
  url: URL;
  addresses: readonly HostAddress[];
}

/** Looks a name up as the system does (hosts file, then DNS). */
export const resolveBySystem: ResolveName = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));

/** Parses the address and refuses what its text alone reveals to be forbidden. */
export function parseTarget(text: string, allowances: OutboundAllowances): URL {
  const url = text.length <= OUTBOUND_LIMITS.urlCharacters && URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new OutboundError('INVALID_URL', 'not an absolute address of usual length');
  const mayBeHttp = allowances.allowLoopbackHttp || allowances.allowPublicHttp === true;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeHttp)) {
    throw new OutboundError('SCHEME_REFUSED', 'only https addresses are contacted');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('USERINFO_REFUSED', 'the address has a user name or a password in it');
  }
  return url;
}

/**
 * Like {@link parseTarget}, for an address that somebody registers and that is contacted later: what its text alone shows to be
 * forbidden is refused at once. The names behind it are checked at each request.
 *
 * @throws {OutboundError}
 */
export function checkTargetText(text: string, allowances: OutboundAllowances): URL {
  const url = parseTarget(text, allowances);
  const hostname = bareHost(url);
  const literal = isIP(hostname) === 0 ? null : hostname;
  // A name of this machine is as good as its address; no other name is known before it is looked up.
  const address = literal ?? (/(?:^|\.)localhost\.?$/.test(hostname) ? '127.0.0.1' : null);
  if (address !== null) checkAddress(url, address, allowances);
  else if (url.protocol === 'http:' && allowances.allowPublicHttp !== true) throw httpRefused();
  return url;
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Looks the host up, once, and refuses it when any of its addresses is in a forbidden network: a name with one public and one
 * private address is the mark of a rebinding attack.
 */
export async function resolveTarget(url: URL, resolve: ResolveName, allowances: OutboundAllowances): Promise<Target> {
  const hostname = bareHost(url);
  const family = isIP(hostname);
  const addresses =
    family === 0
      ? await resolveOrFail(hostname, resolve)
      : [{ address: hostname, family: family === 6 ? 6 : 4 } as const];
  if (addresses.length === 0) throw new OutboundError('NAME_NOT_FOUND', 'the host has no address');
  for (const { address } of addresses) checkAddress(url, address, allowances);
  return { url, addresses };
}

function checkAddress(url: URL, address: string, { allowLoopbackHttp, allowPublicHttp }: OutboundAllowances): void {
  const loopback = isLoopback(address);
  if (loopback && allowLoopbackHttp) return;
  if (url.protocol === 'http:' && allowPublicHttp !== true) {
    throw httpRefused();
  }
  const network = refusedNetworkOf(address);
  if (network !== null) throw new OutboundError('ADDRESS_REFUSED', `the host has a forbidden address (${network})`);
}

function httpRefused(): OutboundError {
  return new OutboundError('SCHEME_REFUSED', 'plain http goes to this machine only');
}

async function resolveOrFail(hostname: string, resolve: ResolveName): Promise<readonly HostAddress[]> {
  try {
    return await resolve(hostname);
  } catch (cause) {
    throw new OutboundError('NAME_NOT_FOUND', 'the name of the host was not found', { cause });
  }
}
