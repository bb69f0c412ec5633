import type { CredentialStatus } from '../report.ts';

/** Whether the service that issued a credential no longer stands by it. */
export function isWithdrawn(status: CredentialStatus): status is 'revoked' | 'suspended' {
  return status === 'revoked' || status === 'suspended';
}
