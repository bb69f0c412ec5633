import { OutboundError } from '../outbound.ts';

type CodedError = Error & { code: string };

/** The host (and port) of an address, for logs and messages: the rest of it may carry credentials. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}

/**
 * Why a peer was of no use, for logs and messages. Anything but a network failure, or an error of the given kind, is rethrown.
 */
export function reasonOf(error: unknown, kind: new (...args: never[]) => CodedError): string {
  if (error instanceof kind) return `${error.code} (${error.message})`;
  if (!(error instanceof OutboundError)) throw error;
  // A redirect may repeat the requested address, and with it the credentials.
  return error.code === 'REDIRECT_REFUSED' ? error.code : `${error.code} (${error.message})`;
}
