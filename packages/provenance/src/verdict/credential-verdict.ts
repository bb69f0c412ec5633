import type { StatusCode, StatusCodes, UnreadableManifestStore } from '../c2pa/facts.ts';
import type { Evidence } from './evidence.ts';
import { provenSigningTime } from './signing-time.ts';
import type { CredentialVerdict, IntegrityStatus } from './verdict.ts';

/** The state of C2PA 2.x §14.3 that each integrity status amounts to; trust never makes a manifest invalid. */
const VALIDATION_STATES: Readonly<Record<IntegrityStatus, CredentialVerdict['validation_state']>> = {
  valid_and_bound: 'trusted',
  trust_unverified: 'valid',
  valid_signature_binding_failed: 'invalid',
  signature_invalid: 'invalid',
  certificate_invalid: 'invalid',
  no_credential: null,
};

/** What is published about the credential in addition to its statuses. */
export function credentialVerdict({ facts, integrity, isSandbox }: Evidence): CredentialVerdict | null {
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

function unique(entries: readonly StatusCode[]): string[] {
  return [...new Set(entries.map(({ code }) => code))];
}
