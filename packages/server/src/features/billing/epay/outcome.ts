/** Why nobody knows what came of a call. */
export type UnknownReason =
  /** Not called: it failed too often lately. */
  | 'BREAKER_OPEN'
  /** Not called: the protocol has no such call. */
  | 'UNSUPPORTED'
  /** The address of the gateway may not be contacted, or proves no identity. */
  | 'ADDRESS_REFUSED'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  /** An HTTP status other than 200; redirects are not followed. */
  | 'STATUS'
  | 'TOO_LARGE'
  /** Not a JSON object. */
  | 'UNREADABLE'
  /** Not signed where it has to be. */
  | 'UNSIGNED'
  /** Signed by somebody else, or changed on the way. */
  | 'SIGNATURE'
  /** Its time is not near ours. */
  | 'TIMESTAMP'
  /** It speaks of another merchant, order, refund or amount. */
  | 'MISMATCH'
  /** A code or a form that the protocol does not give a meaning. */
  | 'UNEXPECTED'
  /** It wants to send the buyer where nobody may be sent. */
  | 'PAY_TARGET';

/** What is known of a call to the gateway. Only `refused` says that nothing happened there. */
export type EpayOutcome<Value> =
  | { kind: 'success'; value: Value }
  /** `message` is the gateway's own, shortened: for operators, not for buyers. */
  | { kind: 'refused'; code: number; message: string; isSigned: boolean }
  | EpayUnknown;

export interface EpayUnknown {
  kind: 'unknown';
  reason: UnknownReason;
  /** Whether the gateway may have been told. */
  isSent: boolean;
}

export function unknown(reason: UnknownReason, isSent = true): EpayUnknown {
  return { kind: 'unknown', reason, isSent };
}
