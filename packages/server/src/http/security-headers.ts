/**
 * Headers of every answer. A route that serves pages or files replaces single ones in its own answer. No
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
