import type { C2paFacts, StatusCode } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import { failureClass } from './failure-class.ts';
import { assetBindingValid, claimSignatureValid, integrityStatus } from './integrity-status.ts';

/** Failures that leave the signature and the content as they are: only when it was signed is not proven. */
const TIME: ReadonlySet<string> = new Set(['signingCredential.expired', 'claimSignature.outsideValidity']);

/**
 * Whether a credential is intact and bound to this content, and does not count only because nothing proves that its
 * certificate was valid when it signed. What it declares is then a statement like unsigned metadata. Never of a revoked
 * certificate, of one that breaks the profile, or where a claim, an ingredient or the content hash fails.
 */
export function isDeclaredUnproven(facts: C2paFacts, lists: readonly TrustListUse[]): boolean {
  if (facts.kind !== 'present' || claimSignatureValid(facts) !== true || assetBindingValid(facts) !== true)
    return false;
  if (!facts.active_codes.failure.every(leavesIntact)) return false;
  const integrity = integrityStatus(facts, lists);
  if (integrity !== 'signature_invalid') return integrity === 'certificate_invalid';
  // A service that signs twice has signed the ingredient too, with a certificate that has expired by now like the other.
  const past = facts.ingredient_deltas.flatMap(({ codes }) => codes.failure);
  return past.some(({ code }) => TIME.has(code)) && past.every(leavesIntact);
}

function leavesIntact({ code }: StatusCode): boolean {
  const kind = failureClass(code);
  return TIME.has(code) || kind === 'trust' || kind === 'identity';
}
