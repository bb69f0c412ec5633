import { member } from '../../../kit/islands/member.ts';
import { parseJson } from '../../../kit/islands/parse-json.ts';

/** What became of a request to sign. */
export type SignOutcome =
  | { readonly kind: 'signed'; readonly credentialId: string }
  /** In the words of the server. */
  | {
      readonly kind: 'refused';
      readonly message: string;
      /** The reason in the details, and the number of the request, where the answer has them. */
      readonly reason: string | null;
      readonly requestId: string | null;
    }
  | { readonly kind: 'unexpected'; readonly status: number };

/** Reads what `/api/sign` answers. Proxies in between may answer anything at all. */
export function decodeSignAnswer(status: number, body: string): SignOutcome {
  const answer = parseJson(body);
  const credentialId = member(answer, 'credential_id');
  if (status === 200 && typeof credentialId === 'string') return { kind: 'signed', credentialId };
  const error = member(answer, 'error');
  const message = member(error, 'message');
  if (typeof message === 'string') {
    const reason = textOrNull(member(member(error, 'details'), 'reason'));
    return { kind: 'refused', message, reason, requestId: textOrNull(member(error, 'request_id')) };
  }
  const detail = member(answer, 'detail');
  const messages = Array.isArray(detail) ? detail.map((one: unknown) => member(one, 'msg')) : [];
  const texts = messages.filter((text) => typeof text === 'string');
  return texts.length > 0
    ? { kind: 'refused', message: texts.join(' '), reason: null, requestId: null }
    : { kind: 'unexpected', status };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
