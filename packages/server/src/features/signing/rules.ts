import type { RemoteManifestPolicy, Report, Verdict } from '@revera/provenance';
import { AppError } from '../../shared/app-error.ts';
import type { SignFields } from './schemas.ts';

/** What becomes of the history that an input says it has. */
export interface InputHistory {
  /** Its credential becomes the parent of the new one. */
  hasParent: boolean;
  /** What becomes of the address of a manifest elsewhere; one stands also where only the signing thread finds it. */
  remoteManifest: RemoteManifestPolicy;
}

/**
 * Whether the credential of an input becomes the parent of the new one. Provenance is never laundered in silence: a broken
 * credential, and one that lies elsewhere and is not fetched, is refused unless the caller says in so many words that it is
 * to be dropped.
 *
 * @throws {AppError} C2PA_PARSE_FAILED, C2PA_SIGNATURE_INVALID, C2PA_ASSET_BINDING_INVALID, MEDIA_PARSE_FAILED
 */
export function checkInput(report: Report, verdict: Verdict, policy: SignFields['ingredient_policy']): InputHistory {
  if (report.c2pa.state !== 'examined') throw new AppError('MEDIA_PARSE_FAILED');
  const { facts } = report.c2pa;
  switch (verdict.integrity_status) {
    case 'no_credential': {
      if (facts.remote_manifest_url !== null) return discardOr(policy, 'C2PA_PARSE_FAILED', verdict, 'remote_manifest');
      return policy === 'discard' ? DISCARDED : { hasParent: false, remoteManifest: 'refuse' };
    }
    case 'valid_and_bound':
    case 'trust_unverified':
      return { hasParent: true, remoteManifest: 'keep' };
    case 'signature_invalid':
      return discardOr(policy, facts.kind === 'present' ? 'C2PA_SIGNATURE_INVALID' : 'C2PA_PARSE_FAILED', verdict);
    case 'certificate_invalid':
      return discardOr(policy, 'C2PA_SIGNATURE_INVALID', verdict);
    case 'valid_signature_binding_failed':
      return discardOr(policy, 'C2PA_ASSET_BINDING_INVALID', verdict);
  }
}

const DISCARDED: InputHistory = { hasParent: false, remoteManifest: 'discard' };

function discardOr(
  policy: SignFields['ingredient_policy'],
  code: 'C2PA_PARSE_FAILED' | 'C2PA_SIGNATURE_INVALID' | 'C2PA_ASSET_BINDING_INVALID',
  { integrity_status }: Verdict,
  reason?: 'remote_manifest',
): InputHistory {
  if (policy === 'discard') return DISCARDED;
  const why = reason === undefined ? {} : { reason };
  throw new AppError(code, { details: { credential_integrity_status: integrity_status, ...why } });
}

/** The manifest store of an output, with the name of its one act of signing. */
export interface SignedStore {
  manifestLabel: string;
  claimSignatureSha256: string;
  /** Attested by a time stamp that holds; null: it has none. */
  stampedAt: string | null;
}

/** What was signed is delivered only when it holds and is bound, its time stamp included: its store, or null. */
export function soundStore({ c2pa }: Report, { integrity_status }: Verdict, isStamped: boolean): SignedStore | null {
  const isGood = integrity_status === 'valid_and_bound' || integrity_status === 'trust_unverified';
  if (!isGood || c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return null;
  const { active_manifest, claim_signature_sha256, manifests, active_codes } = c2pa.facts;
  const holds = active_codes.success.some(({ code }) => code === 'timeStamp.validated');
  const stampedAt = holds ? (manifests[0]?.signature?.time_stamp?.time ?? null) : null;
  if (claim_signature_sha256 === null || isStamped !== (stampedAt !== null)) return null;
  return { manifestLabel: active_manifest, claimSignatureSha256: claim_signature_sha256, stampedAt };
}
