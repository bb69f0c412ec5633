import type { Report, Verdict } from '@revera/provenance';
import { AppError } from '../../shared/app-error.ts';
import type { SignFields } from './schemas.ts';

/**
 * Whether the credential of an input becomes the parent of the new one. Provenance is never laundered in silence: a broken
 * credential is refused unless the caller says in so many words that it is to be dropped.
 *
 * @throws {AppError} C2PA_PARSE_FAILED, C2PA_SIGNATURE_INVALID, C2PA_ASSET_BINDING_INVALID, MEDIA_PARSE_FAILED
 */
export function checkInput(report: Report, verdict: Verdict, policy: SignFields['ingredient_policy']): boolean {
  if (report.c2pa.state !== 'examined') throw new AppError('MEDIA_PARSE_FAILED');
  switch (verdict.integrity_status) {
    case 'no_credential':
      return false;
    case 'valid_and_bound':
    case 'trust_unverified':
      return true;
    case 'signature_invalid': {
      const isReadable = report.c2pa.facts.kind === 'present';
      return discardOr(policy, isReadable ? 'C2PA_SIGNATURE_INVALID' : 'C2PA_PARSE_FAILED', verdict);
    }
    case 'certificate_invalid':
      return discardOr(policy, 'C2PA_SIGNATURE_INVALID', verdict);
    case 'valid_signature_binding_failed':
      return discardOr(policy, 'C2PA_ASSET_BINDING_INVALID', verdict);
  }
}

function discardOr(
  policy: SignFields['ingredient_policy'],
  code: 'C2PA_PARSE_FAILED' | 'C2PA_SIGNATURE_INVALID' | 'C2PA_ASSET_BINDING_INVALID',
  { integrity_status }: Verdict,
): false {
  if (policy === 'discard') return false;
  throw new AppError(code, { details: { credential_integrity_status: integrity_status } });
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
