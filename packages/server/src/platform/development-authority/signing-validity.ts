const DAY_MS = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 3650;
const SIGNING_DAYS = 366;

export const SIGNING_NAME = 'Revera Development Signing';

/** When an authority made now ends. */
export function authorityEnd(now: Date): Date {
  return new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS);
}

/** When a signing certificate issued now ends: never after its issuer. */
export function signingEnd(now: Date, issuerEnd: Date): Date {
  return new Date(Math.min(now.getTime() + SIGNING_DAYS * DAY_MS, issuerEnd.getTime()));
}
