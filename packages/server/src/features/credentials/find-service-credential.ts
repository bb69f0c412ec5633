import type { ManifestStoreFacts, ServiceCredentialFacts } from '@revera/provenance';
import { findBySignature } from './queries.ts';
import { statusAt } from './rules.ts';
import type { CredentialServices } from './services.ts';

/**
 * What this service knows of the credential in a file, by the claim signature itself: a label or an address in a manifest
 * can be copied into another. Null when it did not make it.
 */
export async function findServiceCredential(
  { db, clock, links }: Pick<CredentialServices, 'db' | 'clock' | 'links'>,
  facts: ManifestStoreFacts,
): Promise<ServiceCredentialFacts | null> {
  const sha256 = facts.claim_signature_sha256;
  if (sha256 === null) return null;
  const row = await findBySignature(db, { manifestLabel: facts.active_manifest, sha256 });
  if (row === undefined) return null;
  return {
    credential_id: row.id,
    status: statusAt(row, clock.now()),
    verify_url: links.credential(row.id),
    sandbox: row.sandbox,
  };
}
