/** Enough of an address that its owner knows it, for whoever holds a link that may have been passed on. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}
