import type { C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import { failureClass } from './failure-class.ts';
import { assetBindingValid, failureClassesOf, hangsOnMissingList, ingredientFailures } from './integrity-status.ts';
import { note } from './note.ts';
import { provenSigningTime } from './signing-time.ts';
import type { Note } from './verdict.ts';

/**
 * All that is wrong with a credential, worst first: a broken claim says nothing at all, then comes other content than the
 * one that was signed, and last what concerns the certificate alone. Each is reported only where a code says so.
 */
export function failureNotes(facts: ManifestStoreFacts, lists: readonly TrustListUse[]): Note[] {
  const classes = failureClassesOf(facts.active_codes, lists);
  const past = ingredientFailures(facts, lists);
  const broken = [
    ...(classes.has('claim') ? [note('signature_invalid', 'critical')] : []),
    ...(past.has('claim') || past.has('binding') ? [note('ingredient_broken', 'critical')] : []),
  ];
  const certificate = [
    ...(classes.has('certificate') ? certificateNotes(facts) : []),
    ...(past.has('certificate') ? [note('ingredient_certificate_invalid', 'critical')] : []),
  ];
  const isBound = assetBindingValid(facts);
  const binding = isBound === false ? [bindingNote(facts, broken.length + certificate.length > 0)] : [];
  const found = [...broken, ...binding, ...certificate];
  if (found.length === 0)
    return [note(facts.validation_state === 'invalid' ? 'failure_unexplained' : 'credential_unconfirmed', 'critical')];
  return broken.length + binding.length === 0 ? [...found, note('certificate_is_not_forgery', 'info')] : found;
}

/** That the rest of the credential is intact can be said only where nothing else is wrong. */
function bindingNote(facts: ManifestStoreFacts, isMore: boolean): Note {
  return isMore ? note('content_differs', 'critical') : note('binding_failed', 'critical', signerValues(facts));
}

function certificateNotes(facts: ManifestStoreFacts): Note[] {
  const codes = facts.active_codes.failure.map(({ code }) => code);
  const list: Note[] = [];
  if (codes.some((code) => code.endsWith('.revoked'))) list.push(note('certificate_revoked', 'critical'));
  if (codes.includes('signingCredential.invalid')) list.push(note('certificate_profile_broken', 'critical'));
  const end = facts.chain?.certificates[0]?.not_after ?? null;
  if (codes.includes('claimSignature.outsideValidity')) list.push(note('certificate_outside_validity', 'critical'));
  else if (codes.includes('signingCredential.expired')) {
    list.push(
      end === null
        ? note('certificate_outside_validity', 'critical')
        : note('certificate_expired', 'critical', { end: end.slice(0, 'YYYY-MM-DD'.length) }),
    );
  }
  return list;
}

/** What the time stamp proves, or why it proves nothing. */
export function timeNote(facts: ManifestStoreFacts, lists: readonly TrustListUse[]): Note {
  const proven = provenSigningTime(facts);
  if (proven !== null) {
    const { time, basis } = proven;
    return basis === 'trust_list'
      ? note('time_stamped', 'good', { time })
      : note('time_stamped_by_public_root', 'info', { time });
  }
  if (hangsOnMissingList(facts.active_codes, lists)) return note('time_stamp_list_unavailable', 'warning');
  const stamp = facts.claim_time_stamp ?? null;
  if (stamp === null) return note('no_trusted_time_stamp', 'info');
  if (stamp.standing === 'broken') return note('time_stamp_broken', 'warning');
  return note('time_stamp_of_unknown_authority', 'info', {
    time: stamp.time ?? '?',
    authority: stamp.authority ?? '?',
  });
}

/** The reader makes no requests: an identity whose document is on the network stays undecided, which is not its fault. */
const NOT_LOOKED_UP: ReadonlySet<string> = new Set(['cawg.ica.did_unavailable']);
/** It holds, and its maker is on none of the lists used here. */
const NOT_LISTED: ReadonlySet<string> = new Set(['cawg.x509.credential.untrusted', 'cawg.ica.untrusted_issuer']);

/** Identities (CAWG) beside the signature. They never change what is said about the credential. */
export function identityNotes({ active_codes, ingredient_deltas }: ManifestStoreFacts): Note[] {
  const failures = [active_codes, ...ingredient_deltas.map((delta) => delta.codes)].flatMap(({ failure }) => failure);
  const codes = [...new Set(failures.map(({ code }) => code))].filter((code) => failureClass(code) === 'identity');
  const failed = codes.filter((code) => !NOT_LOOKED_UP.has(code) && !NOT_LISTED.has(code));
  return [
    ...(codes.some((code) => NOT_LOOKED_UP.has(code)) ? [note('identity_not_looked_up', 'info')] : []),
    ...(codes.some((code) => NOT_LISTED.has(code)) ? [note('identity_not_confirmed', 'info')] : []),
    ...(failed.length > 0 ? [note('identity_not_verified', 'warning', { codes: failed.join(', ') })] : []),
  ];
}

export function signerValues(facts: C2paFacts): Record<string, string> {
  const signature = facts.kind === 'present' ? facts.manifests[0]?.signature : undefined;
  return { signer: signature?.signer_organization ?? signature?.signer ?? '?' };
}
