import type { C2paFacts } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import type { TrustStatus } from './verdict.ts';

/**
 * `c2pa.trust_status`, row by row. Says only whose list the signer's chain ends in; a broken signature or binding belongs to
 * the integrity status and is never reported here.
 */
export function trustStatus(facts: C2paFacts, lists: readonly TrustListUse[]): TrustStatus {
  if (facts.kind !== 'present') return 'unknown';
  if (facts.trust_match !== null) return `${facts.trust_match.list}_trusted`;
  if (facts.chain?.self_signed === true) return 'self_signed';
  if (facts.chain?.links_valid !== true) return 'certificate_chain_invalid';
  if (facts.active_codes.failure.some((entry) => entry.code === 'signingCredential.invalid')) {
    return 'certificate_chain_invalid';
  }
  return anyPublicListUsable(lists) ? 'not_in_trust_list' : 'trust_list_unavailable';
}

/**
 * The service's own list is always there and says nothing about other signers. So the question "on no list we use" can be
 * answered only when a list of outside signers was loaded, or when the operator deliberately uses none.
 */
export function anyPublicListUsable(lists: readonly TrustListUse[]): boolean {
  const publicLists = lists.filter((list) => list.name === 'c2pa' || list.name === 'legacy');
  return publicLists.length === 0 || publicLists.some((list) => list.available);
}

/** Lists in which no signer is looked for. */
const NO_SIGNERS: ReadonlySet<TrustListUse['name']> = new Set(['c2pa_tsa', 'c2pa_products']);

/**
 * Whether the copy that decided was a cached one: of the list that matched, or, when none did, of any list that was
 * searched.
 */
export function usingCachedVersion(facts: C2paFacts, lists: readonly TrustListUse[]): boolean {
  const matched = facts.kind === 'present' ? facts.trust_match?.list : undefined;
  const decided = lists.filter(({ name }) => (matched === undefined ? !NO_SIGNERS.has(name) : name === matched));
  return decided.some((list) => list.using_cached_version);
}
