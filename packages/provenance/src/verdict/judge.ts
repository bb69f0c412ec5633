import type { Report } from '../report.ts';
import type { C2paFacts } from '../c2pa/facts.ts';
import { credentialEvidence } from './credential-evidence.ts';
import { assetBindingValid, certificateValid, claimSignatureValid } from './integrity-status.ts';
import { labelEvidence } from './label-evidence.ts';
import { labelFindings } from './label-notes.ts';
import { metadataEvidence } from './metadata-evidence.ts';
import { metadataSummary } from './metadata-notes.ts';
import { notes } from './notes.ts';
import { provenanceStatus } from './provenance-status.ts';
import { summarize } from './summary.ts';
import { trustStatus, usingCachedVersion } from './trust-status.ts';
import type { Verdict } from './verdict.ts';

const NOTHING_KNOWN: C2paFacts = { kind: 'absent', remote_manifest_url: null };

/** Judges a report. Pure: the same report always gives the same verdict. */
export function judge(report: Report): Verdict {
  const examined = report.c2pa.state === 'examined' ? report.c2pa.facts : null;
  const facts = examined ?? NOTHING_KNOWN;
  const credential = credentialEvidence(facts, report.trust_lists);
  const { integrity, declared } = credential;
  const trust = trustStatus(facts, report.trust_lists);
  const usingCached = usingCachedVersion(facts, report.trust_lists);
  const label = labelEvidence(report.china_aigc);
  const metadata = metadataEvidence(report.metadata, label);
  return {
    provenance_status: provenanceStatus({
      integrity,
      declared,
      label,
      metadata,
      serviceCredential: report.service_credential ?? null,
    }),
    integrity_status: integrity,
    trust_status: trust,
    using_cached_version: usingCached,
    c2pa_declaration: declared.declaration,
    digital_source_type: declared.digital_source_type,
    ...summarize({ credential, label, metadata }),
    claim_signature_valid: claimSignatureValid(facts),
    asset_binding_valid: assetBindingValid(facts),
    certificate_valid: certificateValid(facts, report.trust_lists),
    label_findings: labelFindings({ report, integrity, declared }),
    metadata: {
      status: metadata.status,
      vendor: metadata.vendor,
      model: metadata.model,
      note: metadataSummary(report, metadata),
    },
    notes: notes({
      report,
      facts: examined,
      integrity,
      trust,
      usingCached,
      declared,
      label,
      metadata,
      credential,
    }),
  };
}
