import type { LabelFinding, ReservedCodeFacts } from './facts.ts';
import { finding } from './finding.ts';

/** What a reserved code adds to the label: AIGC-060 to 064. An absent or empty one adds nothing and is allowed. */
export function checkReservedCode(key: 'ReservedCode1' | 'ReservedCode2', facts: ReservedCodeFacts): LabelFinding[] {
  if (facts.content === 'opaque') return [finding('AIGC-064', { key })];
  if (facts.content !== 'security_data') return [];
  switch (facts.signature) {
    case 'verified_pinned':
      return [finding('AIGC-060', { key, signer: facts.signer ?? '' })];
    case 'verified_embedded':
      return [finding('AIGC-061', { key })];
    case 'failed':
      return [finding('AIGC-062', { key })];
    case 'unsupported':
    case 'none':
      return [finding('AIGC-063', { key })];
  }
}
