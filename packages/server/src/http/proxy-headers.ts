/** Headers, by name or prefix, that proxies and content networks add to forwarded requests. */
const PROXY_HEADERS: readonly RegExp[] = [
  /^forwarded$/,
  /^via$/,
  /^x-forwarded/,
  /^x-real-/,
  /^x-client-/,
  /^x-cluster-client-/,
  /^x-original-/,
  /^x-proxy/,
  /^x-remote-/,
  /^x-host$/,
  /^x-scheme$/,
  /^x-url-scheme$/,
  /^x-rewrite-url$/,
  /^(wl-)?(proxy-)?client-ip$/,
  /^true-client-/,
  /^front-end-https$/,
  /^proxy-connection$/,
  /^cdn-loop$/,
  // Cloudflare, Fastly, Akamai, Fly, AWS, Google, Azure, Vercel, Envoy, Traefik, Varnish, ngrok, Tailscale.
  /^cf-/,
  /^fastly-/,
  /^(x-)?akamai-/,
  /^fly-/,
  /^x-amz(n|-cf)-/,
  /^cloudfront-/,
  /^x-appengine-/,
  /^x-cloud-trace-context$/,
  /^x-azure-/,
  /^x-arr-/,
  /^x-vercel-/,
  /^x-envoy-/,
  /^x-traefik-/,
  /^x-varnish$/,
  /^ngrok-/,
  /^tailscale-/,
];

/** Whether any header shows that the request was forwarded. Others may have been forwarded too: nginx adds none. */
export function isPassedOn(names: readonly string[]): boolean {
  return names.some((name) => PROXY_HEADERS.some((pattern) => pattern.test(name.toLowerCase())));
}
