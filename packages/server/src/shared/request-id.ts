/** The identifiers of one request. */
export interface RequestId {
  /** Our own: new for each request, so that no caller can choose what the logs and the audit log say. */
  readonly own: string;
  /** The caller's own `X-Request-Id`, when it was sent and is harmless to repeat. */
  readonly client: string | null;
}

/** The identifier that the answer repeats: the caller's own, which their logs contain, else ours. */
export function answeredId({ own, client }: RequestId): string {
  return client ?? own;
}
