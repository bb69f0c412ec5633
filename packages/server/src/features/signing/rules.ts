import type { RemoteManifestPolicy, Report, Verdict } from '@revera/provenance';
import { isWithdrawn } from '../../shared/credential-records.ts';
import { AppError } from '../../shared/app-error.ts';
import { claimNames, type ClaimNames } from '../credentials/index.ts';
import type { SignFields } from './schemas.ts';

/** What becomes of an input's declared history. */
export interface InputHistory {
  /** Its credential becomes the parent of the new one. */
  hasParent: boolean;
  /** What becomes of the address of a manifest elsewhere, including one that only the signing thread finds. */
  remoteManifest: RemoteManifestPolicy;
}

/**
 * Whether the credential of an input becomes the parent of the new one. Provenance is never laundered silently: a broken
 * credential, one that is elsewhere and not fetched, and one that this service withdrew or that was made from a withdrawn one, is
 * refused unless the caller states explicitly that it is to be dropped.
 *
 * @throws {AppError} C2PA_PARSE_FAILED, C2PA_SIGNATURE_INVALID, C2PA_ASSET_BINDING_INVALID, MEDIA_PARSE_FAILED
 */
export function checkInput(report: Report, verdict: Verdict, policy: SignFields['ingredient_policy']): InputHistory {
  if (report.c2pa.state !== 'examined') throw new AppError('MEDIA_PARSE_FAILED');
  const { facts } = report.c2pa;
  const details = { credential_integrity_status: verdict.integrity_status };
  switch (verdict.integrity_status) {
    case 'no_credential': {
      if (facts.remote_manifest_url === null)
        return policy === 'discard' ? DISCARDED : { hasParent: false, remoteManifest: 'refuse' };
      const why = { ...details, reason: 'remote_manifest' } as const;
      return discardOr(policy, new AppError('C2PA_PARSE_FAILED', { details: why }));
    }
    case 'valid_and_bound':
    case 'trust_unverified': {
      const withdrawn = withdrawnCredential(report);
      if (withdrawn === undefined) return { hasParent: true, remoteManifest: 'keep' };
      const { status, credential_id } = withdrawn;
      const why = { ...details, reason: `credential_${status}`, credential_id } as const;
      return discardOr(policy, new AppError('C2PA_SIGNATURE_INVALID', { details: why }));
    }
    case 'signature_invalid': {
      const code = facts.kind === 'present' ? 'C2PA_SIGNATURE_INVALID' : 'C2PA_PARSE_FAILED';
      return discardOr(policy, new AppError(code, { details }));
    }
    case 'certificate_invalid':
      return discardOr(policy, new AppError('C2PA_SIGNATURE_INVALID', { details }));
    case 'valid_signature_binding_failed':
      return discardOr(policy, new AppError('C2PA_ASSET_BINDING_INVALID', { details }));
  }
}

/** The nearest of our own credentials in the history that is no longer valid. Below a new credential it would look clean. */
function withdrawnCredential({ service_credential, withdrawn_ancestors }: Report) {
  const known = [...(service_credential == null ? [] : [service_credential]), ...(withdrawn_ancestors ?? [])];
  return known.flatMap(({ status, credential_id }) => (isWithdrawn(status) ? [{ status, credential_id }] : []))[0];
}

const DISCARDED: InputHistory = { hasParent: false, remoteManifest: 'discard' };

/** @throws the refusal, unless the caller states that the history is to be dropped */
function discardOr(policy: SignFields['ingredient_policy'], refusal: AppError): InputHistory {
  if (policy === 'discard') return DISCARDED;
  throw refusal;
}

/** The manifest store of an output, with the names of its one act of signing. */
export interface SignedStore {
  manifestLabel: string;
  names: ClaimNames;
  /** Attested by a valid time stamp; null without one. */
  stampedAt: string | null;
}

/** The store of a signed output, or null unless it is valid and bound, including its time stamp. */
export function soundStore({ c2pa }: Report, { integrity_status }: Verdict, isStamped: boolean): SignedStore | null {
  const isGood = integrity_status === 'valid_and_bound' || integrity_status === 'trust_unverified';
  if (!isGood || c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return null;
  const { active_manifest, manifests, active_codes } = c2pa.facts;
  const holds = active_codes.success.some(({ code }) => code === 'timeStamp.validated');
  const stampedAt = holds ? (manifests[0]?.signature?.time_stamp?.time ?? null) : null;
  const names = claimNames(c2pa.facts);
  return names === null || isStamped !== (stampedAt !== null)
    ? null
    : { manifestLabel: active_manifest, names, stampedAt };
}
