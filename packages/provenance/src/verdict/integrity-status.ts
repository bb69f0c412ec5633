import { failureClass, isBindingMatch, type FailureClass } from './failure-class.ts';
import type { C2paFacts, ManifestStoreFacts, StatusCode, StatusCodes } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import type { IntegrityStatus } from './verdict.ts';

/**
 * `credential_integrity_status`, row by row in the order of precedence. Integrity only: whether the signer is on a list
 * decides between the last two rows and never above them.
 */
export function integrityStatus(facts: C2paFacts, lists: readonly TrustListUse[]): IntegrityStatus {
  if (facts.kind === 'absent') return 'no_credential';
  if (facts.kind === 'unreadable') return 'signature_invalid';
  const active = failureClassesOf(facts.active_codes, lists);
  const past = ingredientFailures(facts, lists);
  if (active.has('claim') || past.has('claim') || past.has('binding')) return 'signature_invalid';
  if (active.has('certificate') || past.has('certificate')) return 'certificate_invalid';
  if (active.has('binding')) return 'valid_signature_binding_failed';
  // The engine says invalid and none of its codes says why (see settle-codes.ts): never a pass.
  if (facts.validation_state === 'invalid') return 'signature_invalid';
  // A pass needs the positive statements, not only the absence of failures.
  if (claimSignatureValid(facts) !== true) return 'signature_invalid';
  if (assetBindingValid(facts) !== true) return 'valid_signature_binding_failed';
  return facts.trust_match === null ? 'trust_unverified' : 'valid_and_bound';
}

/**
 * The certificate of one manifest has expired by now and a time stamp says that it had not when the claim was signed, but
 * the list that would vouch for the time-stamping authority was missing. Then the certificate is neither valid nor invalid
 * as far as we know: a missing list must not turn a good file into a bad one.
 */
export function hangsOnMissingList(codes: StatusCodes, lists: readonly TrustListUse[]): boolean {
  const { success, informational, failure } = codes;
  const certificateCodes = failure.filter((entry) => failureClass(entry.code) === 'certificate');
  if (certificateCodes.length === 0 || !certificateCodes.every(({ code }) => code === 'signingCredential.expired')) {
    return false;
  }
  const isStamped =
    success.some(({ code }) => code === 'timeStamp.validated') &&
    success.some(({ code }) => code === 'claimSignature.insideValidity') &&
    informational.some(({ code }) => code === 'timeStamp.untrusted');
  // The frozen interim list vouches for time-stamping authorities too.
  const vouching = lists.filter(({ name }) => name === 'c2pa_tsa' || name === 'legacy');
  return isStamped && (vouching.length === 0 || vouching.some(({ available }) => !available));
}

/** Ways in which ingredients fail that were not recorded when the active manifest was signed (C2PA 2.x §14.11). */
export function ingredientFailures(
  { ingredient_deltas }: ManifestStoreFacts,
  lists: readonly TrustListUse[],
): ReadonlySet<FailureClass> {
  return new Set(ingredient_deltas.flatMap(({ codes }) => [...failureClassesOf(codes, lists)]));
}

/** What the failures of one manifest amount to, without those that depend on a missing list. */
export function failureClassesOf(codes: StatusCodes, lists: readonly TrustListUse[]): ReadonlySet<FailureClass> {
  const classes = classesOf(codes.failure);
  if (hangsOnMissingList(codes, lists)) classes.delete('certificate');
  return classes;
}

/** True when validated, false when checked and wrong or missing, null when not stated. */
export function claimSignatureValid(facts: C2paFacts): boolean | null {
  if (facts.kind !== 'present') return null;
  const { success, failure } = facts.active_codes;
  if (failure.some((entry) => entry.code === 'claimSignature.mismatch' || entry.code === 'claimSignature.missing')) {
    return false;
  }
  return success.some((entry) => entry.code === 'claimSignature.validated') ? true : null;
}

/**
 * Whether the content is the content that was signed. An update manifest has no binding of its own: the engine then
 * reports its parent's among the active manifest's codes (C2PA 2.x §11.2.3).
 */
export function assetBindingValid(facts: C2paFacts): boolean | null {
  if (facts.kind !== 'present') return null;
  if (classesOf(facts.active_codes.failure).has('binding')) return false;
  return facts.active_codes.success.some((entry) => isBindingMatch(entry.code)) ? true : null;
}

export function certificateValid(facts: C2paFacts, lists: readonly TrustListUse[]): boolean | null {
  if (facts.kind !== 'present' || hangsOnMissingList(facts.active_codes, lists)) return null;
  if (classesOf(facts.active_codes.failure).has('certificate')) return false;
  return facts.active_codes.success.some((entry) => entry.code === 'claimSignature.insideValidity') ? true : null;
}

function classesOf(codes: readonly StatusCode[]): Set<FailureClass> {
  return new Set(codes.map((entry) => failureClass(entry.code)));
}

/** Whether what a credential says counts: its signature is valid and it is bound to this content. */
export function isCreditable(integrity: IntegrityStatus): boolean {
  return integrity === 'valid_and_bound' || integrity === 'trust_unverified';
}
