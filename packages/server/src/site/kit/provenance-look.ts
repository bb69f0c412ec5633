import type { ProvenanceStatus } from '@revera/provenance';

/** The five ways in which a state looks; each is a class, `state-verified` and so on, and an icon. */
export type State = 'verified' | 'partial' | 'unknown' | 'conflicting' | 'failed';

/** How each verdict looks. */
export const PROVENANCE_LOOK: Readonly<Record<ProvenanceStatus, State>> = {
  verified: 'verified',
  strong_evidence: 'partial',
  partial_evidence: 'partial',
  unknown: 'unknown',
  conflicting: 'conflicting',
  invalid: 'failed',
  binding_failed: 'failed',
};
