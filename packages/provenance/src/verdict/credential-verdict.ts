import type { C2paFacts, StatusCode, StatusCodes, UnreadableManifestStore } from '../c2pa/facts.ts';
import { provenSigningTime } from './signing-time.ts';
import type { CredentialVerdict, IntegrityStatus } from './verdict.ts';

/** The state of C2PA 2.x §14.3 that each integrity status comes to; trust never makes a manifest invalid. */
const VALIDATION_STATES: Readonly<Record<IntegrityStatus, CredentialVerdict['validation_state']>> = {
  valid_and_bound: 'trusted',
  trust_unverified: 'valid',
  valid_signature_binding_failed: 'invalid',
  signature_invalid: 'invalid',
  certificate_invalid: 'invalid',
  no_credential: null,
};

/** What is published of the credential besides its statuses. `facts` hold settled codes; see settle-codes.ts. */
export function credentialVerdict(
  facts: C2paFacts,
  integrity: IntegrityStatus,
  isSandbox: boolean,
): CredentialVerdict | null {
  if (facts.kind === 'absent') return null;
  const proven = facts.kind === 'present' ? provenSigningTime(facts) : null;
  return {
    validation_state: VALIDATION_STATES[integrity],
    validation_codes: facts.kind === 'present' ? published(facts.active_codes) : codesOfRefusal(facts),
    signed_at: proven?.time ?? null,
    time_basis: proven?.basis ?? null,
    is_sandbox: isSandbox,
  };
}

function codesOfRefusal({ code }: UnreadableManifestStore): CredentialVerdict['validation_codes'] {
  return { success: [], informational: [], failure: code == null ? [] : [code] };
}

/** Each code once. */
export function published({ success, informational, failure }: StatusCodes): CredentialVerdict['validation_codes'] {
  return { success: unique(success), informational: unique(informational), failure: unique(failure) };
}

/** Whether the chain ends in a development root: anyone with a test key can have anything signed below it. */
export function hasDevelopmentRoot(facts: C2paFacts): boolean {
  return facts.kind === 'present' && facts.trust_match?.is_development === true;
}

function unique(entries: readonly StatusCode[]): string[] {
  return [...new Set(entries.map(({ code }) => code))];
}
