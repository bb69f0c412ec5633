import { answeredId, type RequestId } from '../shared/request-id.ts';

const ACCEPTED = /^[\w.-]{1,64}$/;

/** The caller's own `X-Request-Id` when it is harmless to repeat and to log. */
export function clientRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : null;
}

/** What a request's identifiers are read from. */
export interface NamedRequest {
  readonly id: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export function requestIdOf({ id, headers }: NamedRequest): RequestId {
  return { own: id, client: clientRequestId(headers['x-request-id']) };
}

/** Headers of every answer: `X-Request-Id`, and our own identifier beside it when that is the caller's. */
export function requestIdHeaders(request: NamedRequest): Readonly<Record<string, string>> {
  const names = requestIdOf(request);
  return {
    'x-request-id': answeredId(names),
    ...(names.client === null ? {} : { 'x-revera-request-id': names.own }),
  };
}
