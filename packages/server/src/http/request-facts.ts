/** What a session remembers of the device. */
export const USER_AGENT_CHARACTERS = 300;

/** `/v1/jobs/{jid}` as the router writes it. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

export function textHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
