import type { C2paFacts } from '../c2pa/facts.ts';
import type { Report } from '../report.ts';
import { credentialEvidence, type CredentialEvidence } from './credential-evidence.ts';
import { c2paDeclaration, type Declaration } from './declaration.ts';
import { integrityStatus } from './integrity-status.ts';
import { labelEvidence, type LabelEvidence } from './label-evidence.ts';
import { metadataEvidence, type MetadataEvidence } from './metadata-evidence.ts';
import { settleStore } from './settle-codes.ts';
import { trustStatus, usingCachedVersion } from './trust-status.ts';
import type { IntegrityStatus, TrustStatus } from './verdict.ts';

/** Everything a verdict is made from: the report, and what each kind of evidence in it amounts to. */
export interface Evidence {
  report: Report;
  /** The facts of the credential with the codes that the verdict goes by; `absent` also when the reader failed. */
  facts: C2paFacts;
  integrity: IntegrityStatus;
  trust: TrustStatus;
  /** The trust list that decided, or one searched without a match, is a cached version. */
  usingCached: boolean;
  /** Signed below a development root, which proves nothing to anybody. */
  isSandbox: boolean;
  /** What the credential itself states, valid or not. */
  declared: Declaration;
  /** What it states, as far as that counts. */
  credential: CredentialEvidence;
  label: LabelEvidence;
  metadata: MetadataEvidence;
}

const NOTHING_KNOWN: C2paFacts = { kind: 'absent', remote_manifest_url: null };

export function gatherEvidence(report: Report): Evidence {
  const facts = settledFacts(report);
  const integrity = integrityStatus(facts, report.trust_lists);
  const isSandbox = hasDevelopmentRoot(facts) || report.service_credential?.sandbox === true;
  const declared = c2paDeclaration(facts);
  const label = labelEvidence(report.china_aigc);
  return {
    report,
    facts,
    integrity,
    trust: trustStatus(facts, report.trust_lists),
    usingCached: usingCachedVersion(facts, report.trust_lists),
    isSandbox,
    declared,
    credential: credentialEvidence({ facts, lists: report.trust_lists, integrity, isSandbox, declared }),
    label,
    metadata: metadataEvidence(report.metadata, label),
  };
}

function settledFacts({ c2pa, validated_at }: Report): C2paFacts {
  if (c2pa.state !== 'examined') return NOTHING_KNOWN;
  return c2pa.facts.kind === 'present' ? settleStore(c2pa.facts, validated_at) : c2pa.facts;
}

/** Whether the chain ends in a development root: anyone with a test key can sign anything under it. */
function hasDevelopmentRoot(facts: C2paFacts): boolean {
  return facts.kind === 'present' && facts.trust_match?.is_development === true;
}
