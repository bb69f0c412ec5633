import type { Report } from '../report.ts';
import type { C2paFacts } from '../c2pa/facts.ts';
import { credentialEvidence } from './credential-evidence.ts';
import { credentialVerdict, hasDevelopmentRoot } from './credential-verdict.ts';
import { assetBindingValid, certificateValid, claimSignatureValid } from './integrity-status.ts';
import { labelEvidence } from './label-evidence.ts';
import { labelFindings } from './label-notes.ts';
import { metadataEvidence } from './metadata-evidence.ts';
import { metadataSummary } from './metadata-notes.ts';
import { notes } from './notes.ts';
import { provenanceStatus } from './provenance-status.ts';
import { settleStore } from './settle-codes.ts';
import { summarize } from './summary.ts';
import { trustStatus, usingCachedVersion } from './trust-status.ts';
import type { Verdict } from './verdict.ts';

const NOTHING_KNOWN: C2paFacts = { kind: 'absent', remote_manifest_url: null };

/** Judges a report. Pure: the same report always gives the same verdict. */
export function judge(report: Report): Verdict {
  const examined = report.c2pa.state === 'examined' ? settled(report.c2pa.facts, report.validated_at) : null;
  const facts = examined ?? NOTHING_KNOWN;
  const sandbox = hasDevelopmentRoot(facts) || report.service_credential?.sandbox === true;
  const credential = credentialEvidence(facts, report.trust_lists, sandbox);
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
      isSandbox: sandbox,
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
    credential: credentialVerdict(facts, integrity, sandbox),
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
      isSandbox: sandbox,
      declared,
      label,
      metadata,
      credential,
    }),
  };
}

/** The facts with the codes that the verdict goes by. */
function settled(facts: C2paFacts, judgedAt: string): C2paFacts {
  return facts.kind === 'present' ? settleStore(facts, judgedAt) : facts;
}
