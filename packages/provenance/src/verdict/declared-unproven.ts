import type { C2paFacts, StatusCode } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import { failureClass } from './failure-class.ts';
import { assetBindingValid, claimSignatureValid, integrityStatus } from './integrity-status.ts';

/** Failures that leave signature and content intact: only the time of signing is unproven. */
const TIME: ReadonlySet<string> = new Set(['signingCredential.expired', 'claimSignature.outsideValidity']);

/**
 * Whether a credential is intact and bound to this content, and does not count only because nothing proves that its
 * certificate was valid when it signed. What it declares is then a statement like unsigned metadata. Never true for a
 * certificate that is revoked or breaks the profile, or when a claim, an ingredient or the content hash fails.
 */
export function isDeclaredUnproven(facts: C2paFacts, lists: readonly TrustListUse[]): boolean {
  if (facts.kind !== 'present' || claimSignatureValid(facts) !== true || assetBindingValid(facts) !== true)
    return false;
  if (integrityStatus(facts, lists) !== 'certificate_invalid') return false;
  // Ingredients too: a service that signs twice used a certificate for them that has expired as well.
  const failures = [facts.active_codes, ...facts.ingredient_deltas.map(({ codes }) => codes)];
  return failures.every(({ failure }) => failure.every(leavesIntact));
}

function leavesIntact({ code }: StatusCode): boolean {
  const kind = failureClass(code);
  return TIME.has(code) || kind === 'trust' || kind === 'identity';
}
