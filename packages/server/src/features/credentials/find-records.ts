import type { ClaimDigests, ManifestStoreFacts, ServiceCredentialFacts, ServiceRecords } from '@revera/provenance';
import { ancestors, isWithdrawn } from '../../shared/credential-records.ts';
import { findByDigests, type NamedCredential } from './queries.ts';
import { statusAt } from './rules.ts';
import type { CredentialServices } from './services.ts';

type Needs = Pick<CredentialServices, 'db' | 'clock' | 'links'>;

const UNKNOWN: ClaimDigests = { claim_sha256: null, claim_signature_sha256: null };

/**
 * What this service has on record of the credential in a file, and of those that it was made from, in one query. They are found
 * by what was signed: a label or an address in a manifest can be copied, and the claim signature can be altered without its key
 * and stay valid. Call it only with an active manifest whose signature holds.
 */
export async function findRecords({ db, clock, links }: Needs, facts: ManifestStoreFacts): Promise<ServiceRecords> {
  const active = facts.manifests[0]?.digests ?? UNKNOWN;
  const past = ancestors(facts).map(({ digests }) => digests ?? UNKNOWN);
  const all = [active, ...past];
  const rows = await findByDigests(db, {
    claims: all.flatMap(({ claim_sha256 }) => claim_sha256 ?? []),
    signatures: all.flatMap(({ claim_signature_sha256 }) => claim_signature_sha256 ?? []),
  });
  const present = (row: NamedCredential): ServiceCredentialFacts => ({
    credential_id: row.id,
    status: statusAt(row, clock.now()),
    verify_url: links.credential(row.id),
    sandbox: row.sandbox,
  });
  const own = rows.find((row) => isNamedBy(row, active));
  const named = own === undefined ? null : present(own);
  const counts = own !== undefined && named !== null && (isWithdrawn(named.status) || isSignerOf(own, facts));
  const found = new Set(past.flatMap((digests) => rows.find((row) => row !== own && isNamedBy(row, digests)) ?? []));
  return {
    service_credential: counts ? named : null,
    withdrawn_ancestors: [...found].map(present).filter(({ status }) => isWithdrawn(status)),
  };
}

function isNamedBy(row: NamedCredential, { claim_sha256, claim_signature_sha256 }: ClaimDigests): boolean {
  return row.claim_signature_sha256 === claim_signature_sha256 || (row.claim_sha256 ?? '') === claim_sha256;
}

/**
 * Whether the signature in the file is the one that was made here. Anyone can take our claim and sign it themselves: such a file
 * is not ours, and we say nothing good about it. That the claim was withdrawn is true no matter who signed it, and is said even
 * where the signer cannot be determined.
 */
function isSignerOf(row: NamedCredential, { claim_signature_sha256, chain }: ManifestStoreFacts): boolean {
  if (row.claim_signature_sha256 === claim_signature_sha256) return true;
  return row.signer_sha256 !== null && row.signer_sha256 === chain?.certificates[0]?.fingerprint_sha256;
}
