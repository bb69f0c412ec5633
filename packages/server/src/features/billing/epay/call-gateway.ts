import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { fetchBounded, OutboundError } from '../../../platform/outbound.ts';
import type { ResolveName } from '../../../platform/outbound/resolve-target.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { EPAY_LIMITS } from './limits.ts';
import { unknown, type EpayUnknown, type UnknownReason } from './outcome.ts';

/** What calls to a gateway need. */
export interface GatewayTerms {
  gatewayUrl: string;
  allowLoopbackHttp: boolean;
  clock: Clock;
  log: Log;
  /** Default {@link EPAY_LIMITS}.answerMs. */
  timeoutMs?: number | undefined;
  /** As {@link fetchBounded} takes them. */
  resolveName?: ResolveName | undefined;
  ca?: string | undefined;
}

/** One call. Neither its query nor its form is ever logged: both hold keys. */
export interface GatewayCall {
  /** Names it in the log. */
  name: string;
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Sent by POST; without it the call is a GET. */
  form?: Readonly<Record<string, string>>;
}

const REASONS: Readonly<Record<OutboundError['code'], { reason: UnknownReason; isSent: boolean }>> = {
  INVALID_URL: { reason: 'ADDRESS_REFUSED', isSent: false },
  SCHEME_REFUSED: { reason: 'ADDRESS_REFUSED', isSent: false },
  USERINFO_REFUSED: { reason: 'ADDRESS_REFUSED', isSent: false },
  ADDRESS_REFUSED: { reason: 'ADDRESS_REFUSED', isSent: false },
  TLS_FAILED: { reason: 'ADDRESS_REFUSED', isSent: false },
  NAME_NOT_FOUND: { reason: 'UNREACHABLE', isSent: false },
  CONNECTION_FAILED: { reason: 'UNREACHABLE', isSent: true },
  TIMEOUT: { reason: 'TIMEOUT', isSent: true },
  ABORTED: { reason: 'TIMEOUT', isSent: true },
  REDIRECT_REFUSED: { reason: 'STATUS', isSent: true },
  STATUS_REFUSED: { reason: 'STATUS', isSent: true },
  TOO_LARGE: { reason: 'TOO_LARGE', isSent: true },
  ENCODING_REFUSED: { reason: 'UNREADABLE', isSent: true },
  BODY_BROKEN: { reason: 'UNREADABLE', isSent: true },
};

/** The members of the answer, which is a JSON object; or why there is none. */
export async function callGateway(
  terms: GatewayTerms,
  breaker: CircuitBreaker,
  call: GatewayCall,
): Promise<ReadonlyMap<string, unknown> | EpayUnknown> {
  if (!breaker.admits()) return unknown('BREAKER_OPEN', false);
  const answer = await exchange(terms, call);
  const members = answer instanceof Uint8Array ? decodeObject(answer) : answer;
  if (members !== null && !('kind' in members)) {
    breaker.succeeded();
    return members;
  }
  breaker.failed();
  const failure = members ?? unknown('UNREADABLE');
  terms.log.warn({ call: call.name, reason: failure.reason }, 'the payment gateway gave no usable answer');
  return failure;
}

async function exchange(terms: GatewayTerms, { path, query, form }: GatewayCall): Promise<Uint8Array | EpayUnknown> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const { resolveName, ca, allowLoopbackHttp } = terms;
  try {
    return await fetchBounded(`${terms.gatewayUrl}${path}${search}`, {
      accept: 'application/json',
      maxBytes: EPAY_LIMITS.answerBytes,
      timeoutMs: terms.timeoutMs ?? EPAY_LIMITS.answerMs,
      allowLoopbackHttp,
      resolveName,
      ca,
      post: form && {
        bytes: Buffer.from(new URLSearchParams(form).toString()),
        contentType: 'application/x-www-form-urlencoded',
      },
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // Only its code goes on: its message may quote a redirect, and that the address with the key.
    const { reason, isSent } = REASONS[error.code];
    return unknown(reason, isSent);
  }
}

function decodeObject(bytes: Uint8Array): Map<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return new Map(Object.entries(value));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
