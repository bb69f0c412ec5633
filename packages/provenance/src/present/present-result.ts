import type { C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { Report } from '../report.ts';
import { published } from '../verdict/credential-verdict.ts';
import { hasFailed } from '../verdict/resolution.ts';
import type { CredentialVerdict, Verdict } from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import { presentLabels } from './present-label.ts';
import { presentMetadata } from './present-metadata.ts';
import { presentResolution } from './present-resolution.ts';
import type { C2paResult, CertificateInfo, VerificationResult } from './verification-result.ts';
import { nameIn, wordNote } from './words.ts';

export interface ResultContext {
  /** The job's id, or any name the caller gives the result. */
  id: string;
  filename: string;
  /** Digest of the submitted file, hex. */
  sha256: string;
  language: Language;
}

/** Turns a report and its verdict into the published result: names and words. Decides nothing. */
export function presentResult(report: Report, verdict: Verdict, context: ResultContext): VerificationResult {
  return {
    id: context.id,
    status: isPartial(report, verdict) ? 'partial' : 'completed',
    media_type: report.file.media_type,
    filename: context.filename,
    sha256: context.sha256,
    provenance_status: verdict.provenance_status,
    credential_integrity_status: verdict.integrity_status,
    summary: {
      ai_generated: verdict.ai_generated,
      source: sourceIn(context.language, verdict),
      source_model: verdict.source_model,
      credential: verdict.integrity_status,
      content_declaration: verdict.content_declaration,
    },
    c2pa: presentC2pa(report, verdict),
    china_aigc: presentLabels(report, verdict, context.language),
    metadata: presentMetadata(report, verdict, context.language),
    resolution_integrity: presentResolution(report, verdict, context.language),
    understand: verdict.notes.map((note) => ({
      code: note.code,
      level: note.level,
      ...wordNote(note, context.language),
    })),
    service_credential: report.service_credential ?? null,
  };
}

/** A reader failed, or the measurement of the pixels did, or it ran out of time; `understand` names which. */
function isPartial({ c2pa, china_aigc, metadata, resolution_integrity }: Report, { resolution }: Verdict): boolean {
  if (resolution != null && hasFailed(resolution)) return true;
  return [c2pa, china_aigc, metadata, resolution_integrity].some(({ state }) => state === 'failed');
}

function sourceIn(language: Language, { source, source_names }: Verdict): string | null {
  if (source_names == null) return source;
  return nameIn(language, source_names);
}

function presentC2pa(report: Report, verdict: Verdict): C2paResult {
  const facts = report.c2pa.state === 'examined' ? report.c2pa.facts : null;
  const store = facts?.kind === 'present' ? facts : null;
  const active = store?.manifests[0];
  const stamp = active?.signature?.time_stamp;
  const credential = verdict.credential ?? (store === null ? null : earlierVerdict(store));
  return {
    present: facts !== null && facts.kind !== 'absent',
    claim_signature_valid: verdict.claim_signature_valid,
    asset_binding_valid: verdict.asset_binding_valid,
    trust_status: verdict.trust_status,
    issuer: active?.signature?.certificate?.issuer ?? null,
    signer: active?.signature?.signer_organization ?? active?.signature?.signer ?? null,
    generator: active?.generator ?? null,
    content_declaration: verdict.c2pa_declaration,
    digital_source_type: verdict.digital_source_type,
    certificate: presentCertificate(store, verdict),
    trust: presentTrust(report, store, verdict),
    validation_state: credential?.validation_state ?? null,
    validation_codes: credential?.validation_codes ?? { success: [], informational: [], failure: [] },
    signed_at: credential?.signed_at ?? null,
    timestamp: {
      present: stamp != null || store?.claim_time_stamp != null,
      trusted: store !== null && store.time_stamp_list !== null,
      authority: stamp?.authority ?? store?.claim_time_stamp?.authority ?? null,
      time: stamp?.time ?? store?.claim_time_stamp?.time ?? null,
      basis: credential?.time_basis ?? null,
    },
    revocation: presentRevocation(credential),
    manifest_count: store?.manifests.length ?? 0,
    ingredient_count: active?.ingredients.length ?? 0,
    remote_manifest_url: remoteUrl(facts),
  };
}

function presentCertificate(store: ManifestStoreFacts | null, verdict: Verdict): CertificateInfo {
  const certificate = store?.manifests[0]?.signature?.certificate;
  return {
    valid: verdict.certificate_valid,
    subject: certificate?.subject ?? null,
    issuer: certificate?.issuer ?? null,
    not_before: certificate?.not_before ?? null,
    not_after: certificate?.not_after ?? null,
  };
}

function presentTrust(report: Report, store: ManifestStoreFacts | null, verdict: Verdict): C2paResult['trust'] {
  const list = store?.trust_match?.list ?? null;
  return {
    status: verdict.trust_status,
    using_cached_version: verdict.using_cached_version,
    list,
    list_fetched_at: report.trust_lists.find((use) => use.name === list)?.fetched_at ?? null,
    product: store?.product?.name ?? null,
    assurance_level: store?.product?.assurance_level ?? null,
    sandbox: verdict.credential?.is_sandbox ?? report.service_credential?.sandbox ?? false,
  };
}

function presentRevocation(credential: CredentialVerdict | null): C2paResult['revocation'] {
  const { success = [], informational = [], failure = [] } = credential?.validation_codes ?? {};
  const codes = new Set([...success, ...informational, ...failure]);
  if (codes.has('signingCredential.ocsp.revoked') || codes.has('signingCredential.revoked')) return 'revoked';
  return codes.has('signingCredential.ocsp.notRevoked') ? 'not_revoked' : 'not_checked';
}

/** Results of earlier versions state no more than the engine did. */
function earlierVerdict(store: ManifestStoreFacts): CredentialVerdict {
  const isTimeTrusted = store.time_stamp_list !== null;
  return {
    validation_state: store.validation_state,
    validation_codes: published(store.active_codes),
    signed_at: isTimeTrusted ? (store.manifests[0]?.signature?.time_stamp?.time ?? null) : null,
    time_basis: isTimeTrusted ? 'trust_list' : null,
    is_sandbox: false,
  };
}

function remoteUrl(facts: C2paFacts | null): string | null {
  return facts?.remote_manifest_url ?? null;
}
