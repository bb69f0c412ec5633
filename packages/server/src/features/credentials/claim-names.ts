import type { ManifestStoreFacts } from '@revera/provenance';
import type { CredentialRow } from './queries.ts';

/** The values by which a credential is found again. */
export type ClaimNames = {
  [Name in 'claim_sha256' | 'claim_signature_sha256' | 'signer_sha256']: NonNullable<CredentialRow[Name]>;
};

/** Those of the active manifest; null where one of them cannot be read. */
export function claimNames({ manifests, claim_signature_sha256, chain }: ManifestStoreFacts): ClaimNames | null {
  const claim_sha256 = manifests[0]?.digests?.claim_sha256 ?? null;
  const signer_sha256 = chain?.certificates[0]?.fingerprint_sha256 ?? null;
  if (claim_sha256 === null || claim_signature_sha256 === null || signer_sha256 === null) return null;
  return { claim_sha256, claim_signature_sha256, signer_sha256 };
}
