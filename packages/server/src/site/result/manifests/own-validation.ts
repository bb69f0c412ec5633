import type { ManifestFacts, ManifestStoreFacts, TrustListUse } from '@revera/provenance';
import { anyPublicListUsable, failureClassesOf, hangsOnMissingList } from '../../../shared/validation-codes.ts';
import type { Tone } from '../../../shared/statuses.ts';

/** What a manifest's own checks came to; says nothing of who signed. */
export type OwnIntegrity =
  /** Its signature was checked and holds. */
  | 'intact'
  /** It is what the manifest that used it had before it; its own signature was not checked anew. */
  | 'as_used'
  /** No check says that it holds, and none that it does not. */
  | 'unconfirmed'
  /** The certificate has ended, and whether it had when signing hangs on a list that was not at hand. */
  | 'undated'
  | 'certificate'
  | 'content'
  | 'broken';

/** Whether the signer is on a list we use; says nothing of whether the manifest is intact. */
export type OwnSigner = 'listed' | 'unlisted' | 'unsaid';

/** A time stamp over the signature. */
export type StampStanding = 'listed' | 'unconfirmed' | 'broken' | 'none';

export const OWN_INTEGRITY_TONE: Readonly<Record<OwnIntegrity, Tone>> = {
  intact: 'good',
  as_used: 'partial',
  unconfirmed: 'neutral',
  undated: 'neutral',
  certificate: 'bad',
  content: 'bad',
  broken: 'bad',
};

export const OWN_SIGNER_TONE: Readonly<Record<OwnSigner, Tone>> = {
  listed: 'good',
  unlisted: 'neutral',
  unsaid: 'neutral',
};

const TRUST_FAILURE = 'signingCredential.untrusted';

/** By the classes of the verdict, in its order of precedence, so that the two never contradict each other. */
export function ownIntegrity({ codes }: Pick<ManifestFacts, 'codes'>, lists: readonly TrustListUse[]): OwnIntegrity {
  const failures = failureClassesOf(codes, lists);
  if (failures.has('claim')) return 'broken';
  if (failures.has('certificate')) return 'certificate';
  if (failures.has('binding')) return 'content';
  if (hangsOnMissingList(codes, lists)) return 'undated';
  if (has(codes.success, 'claimSignature.validated')) return 'intact';
  return has(codes.success, 'ingredient.manifest.validated') ? 'as_used' : 'unconfirmed';
}

/** "On no list" can be said only when a list of outside signers was there to look in, as in the verdict. */
export function ownSigner(
  manifest: ManifestFacts,
  store: ManifestStoreFacts,
  lists: readonly TrustListUse[],
): OwnSigner {
  const { codes } = manifest;
  const isListed =
    manifest === store.manifests[0] ? store.trust_match !== null : has(codes.success, 'signingCredential.trusted');
  if (isListed) return 'listed';
  return anyPublicListUsable(lists) && has([...codes.failure, ...codes.informational], TRUST_FAILURE)
    ? 'unlisted'
    : 'unsaid';
}

/** The engine lets time stamps of claims of version 1 count without a list, so its word alone is not enough for them. */
export function stampStanding(manifest: ManifestFacts, store: ManifestStoreFacts): StampStanding {
  const { codes, signature } = manifest;
  const all = [...codes.success, ...codes.informational, ...codes.failure];
  if (['timeStamp.mismatch', 'timeStamp.malformed', 'timeStamp.outsideValidity'].some((code) => has(all, code))) {
    return 'broken';
  }
  if (signature?.time_stamp?.time == null) return 'none';
  if (manifest === store.manifests[0]) return store.time_stamp_list === null ? 'unconfirmed' : 'listed';
  const isListed = manifest.claim_version !== 1 && has(codes.success, 'timeStamp.trusted');
  return isListed ? 'listed' : 'unconfirmed';
}

/** What is said of the revocation of the signing certificate. */
export function revocationOf({ codes }: Pick<ManifestFacts, 'codes'>): 'revoked' | 'not_revoked' | 'not_checked' {
  const all = [...codes.success, ...codes.informational, ...codes.failure];
  if (has(all, 'signingCredential.ocsp.revoked') || has(all, 'signingCredential.revoked')) return 'revoked';
  return has(all, 'signingCredential.ocsp.notRevoked') ? 'not_revoked' : 'not_checked';
}

function has(codes: readonly { code: string }[], code: string): boolean {
  return codes.some((entry) => entry.code === code);
}
