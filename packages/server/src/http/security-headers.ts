/**
 * Headers of every answer, over http too. A route that serves pages or files replaces single ones in its own answer. No
 * `Access-Control-*` header is ever set: other origins may not read the API with a user's cookies.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Two years, where the service is reached over https. Not for subdomains: those may be the operator's other services, and our
 * answers must not lock out their visitors. Browsers ignore it in an answer over http.
 */
const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' } as const;

/** Headers of every answer of an application. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> {
  return isHttps ? { ...SECURITY_HEADERS, ...TRANSPORT_SECURITY } : SECURITY_HEADERS;
}
