/** Whether a host, as a setting or an address names it, is this machine; brackets and all of 127.0.0.0/8 are understood. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
