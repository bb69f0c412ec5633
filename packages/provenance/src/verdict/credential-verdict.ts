import type { C2paFacts, ManifestStoreFacts, StatusCode } from '../c2pa/facts.ts';
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
  facts: ManifestStoreFacts,
  integrity: IntegrityStatus,
  isSandbox: boolean,
): CredentialVerdict {
  const { success, informational, failure } = facts.active_codes;
  const proven = provenSigningTime(facts);
  return {
    validation_state: VALIDATION_STATES[integrity],
    validation_codes: {
      success: uniqueCodes(success),
      informational: uniqueCodes(informational),
      failure: uniqueCodes(failure),
    },
    signed_at: proven?.time ?? null,
    time_basis: proven?.basis ?? null,
    is_sandbox: isSandbox,
  };
}

/** Whether the chain ends in a development root: anyone with a test key can have anything signed below it. */
export function hasDevelopmentRoot(facts: C2paFacts): boolean {
  return facts.kind === 'present' && facts.trust_match?.is_development === true;
}

/** Each code once. */
export function uniqueCodes(entries: readonly Pick<StatusCode, 'code'>[]): string[] {
  return [...new Set(entries.map((entry) => entry.code))];
}
