import type { Report } from '../report.ts';
import { credentialVerdict } from './credential-verdict.ts';
import { gatherEvidence } from './evidence.ts';
import { assetBindingValid, certificateValid, claimSignatureValid } from './integrity-status.ts';
import { labelFindings } from './label-notes.ts';
import { metadataVerdict } from './metadata-notes.ts';
import { notes } from './notes.ts';
import { provenanceStatus } from './provenance-status.ts';
import { resolutionVerdict } from './resolution.ts';
import { summarize } from './summary.ts';
import type { Verdict } from './verdict.ts';

/** Judges a report. Pure: the same report always gives the same verdict. */
export function judge(report: Report): Verdict {
  const evidence = gatherEvidence(report);
  const { facts, integrity, trust, declared } = evidence;
  return {
    provenance_status: provenanceStatus(evidence),
    integrity_status: integrity,
    trust_status: trust,
    using_cached_version: evidence.usingCached,
    c2pa_declaration: declared.declaration,
    digital_source_type: declared.digital_source_type,
    ...summarize(evidence),
    claim_signature_valid: claimSignatureValid(facts),
    asset_binding_valid: assetBindingValid(facts),
    certificate_valid: certificateValid(facts, report.trust_lists),
    credential: credentialVerdict(evidence),
    label_findings: labelFindings(evidence),
    metadata: metadataVerdict(evidence),
    resolution: resolutionVerdict(report),
    notes: notes(evidence),
  };
}
