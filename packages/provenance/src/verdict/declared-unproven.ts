import type { C2paFacts } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import { failureClass } from './failure-class.ts';
import { assetBindingValid, claimSignatureValid, integrityStatus } from './integrity-status.ts';

/** Failures that leave the signature and the content as they are: only when it was signed, or by whom, is not proven. */
const TIME_OR_TRUST: ReadonlySet<string> = new Set([
  'signingCredential.expired',
  'claimSignature.outsideValidity',
  'signingCredential.untrusted',
]);

/**
 * Whether a credential is intact and bound to this content, and does not count only because nothing proves that its
 * certificate was valid when it signed. What it declares is then a statement like unsigned metadata. Never of a revoked
 * certificate, of one that breaks the profile, or where a claim, an ingredient or the content hash fails.
 */
export function isDeclaredUnproven(facts: C2paFacts, lists: readonly TrustListUse[]): boolean {
  if (facts.kind !== 'present' || integrityStatus(facts, lists) !== 'certificate_invalid') return false;
  if (claimSignatureValid(facts) !== true || assetBindingValid(facts) !== true) return false;
  return facts.active_codes.failure.every(({ code }) => TIME_OR_TRUST.has(code) || failureClass(code) === 'identity');
}
