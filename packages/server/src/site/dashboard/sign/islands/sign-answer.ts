import { member } from '../../../kit/islands/member.ts';
import { parseJson } from '../../../kit/islands/parse-json.ts';

/** What became of a request to sign. */
export type SignOutcome =
  | { readonly kind: 'signed'; readonly credentialId: string }
  /** In the words of the server. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unexpected'; readonly status: number };

/** Reads what `/api/sign` answers. Proxies in between may answer anything at all. */
export function decodeSignAnswer(status: number, body: string): SignOutcome {
  const answer = parseJson(body);
  const credentialId = member(answer, 'credential_id');
  if (status === 200 && typeof credentialId === 'string') return { kind: 'signed', credentialId };
  const message = member(member(answer, 'error'), 'message');
  if (typeof message === 'string') return { kind: 'refused', message };
  const detail = member(answer, 'detail');
  const messages = Array.isArray(detail) ? detail.map((one: unknown) => member(one, 'msg')) : [];
  const texts = messages.filter((text) => typeof text === 'string');
  return texts.length > 0 ? { kind: 'refused', message: texts.join(' ') } : { kind: 'unexpected', status };
}
