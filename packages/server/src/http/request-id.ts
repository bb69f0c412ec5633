const ACCEPTED = /^[\w.-]{1,64}$/;

/** The caller's own `X-Request-Id` when it is harmless to repeat and to log, else a new one. */
export function chooseRequestId(header: string | string[] | undefined, newRequestId: () => string): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : newRequestId();
}
