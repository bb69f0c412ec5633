/** Where a buyer may be sent, and how: opened as an address, or shown as a picture to scan. */
export interface PayTarget {
  kind: 'address' | 'qrcode';
  value: string;
}

/** The apps of the wallets. */
const APP_SCHEMES: ReadonlySet<string> = new Set(['weixin:', 'alipays:', 'alipay:']);
const TARGET_CHARACTERS_MAX = 2048;

/**
 * The target that a gateway named, if it may be shown: the app of a wallet, or https to the gateway or a host that the operator
 * named. Anything else, scripts and relative paths among them, is null: the gateway is outside what we trust.
 */
export function checkPayTarget(target: PayTarget, allowed: PayTargetRules): PayTarget | null {
  const { value } = target;
  if (value.length > TARGET_CHARACTERS_MAX || !/^[!-~]+$/.test(value) || !URL.canParse(value)) return null;
  const { protocol, hostname, username, password, host } = new URL(value);
  if (APP_SCHEMES.has(protocol) && value.startsWith(`${protocol}//`)) return target;
  if (username + password !== '') return null;
  const gateway = new URL(allowed.gatewayUrl);
  if (host === gateway.host && protocol === gateway.protocol) return target;
  return protocol === 'https:' && allowed.payHosts.includes(hostname) ? target : null;
}

export interface PayTargetRules {
  gatewayUrl: string;
  /** In lower case, without ports. */
  payHosts: readonly string[];
}
