import type { ChinaAigcResult } from '@revera/provenance';
import { TONES, type Tone } from '../../shared/statuses.ts';

/** `isContradicted`: another label, or the credential, says something else. */
export function labelTone({ items }: Pick<ChinaAigcResult, 'items'>, isContradicted: boolean): Tone {
  if (items.length === 0) return 'neutral';
  if (isContradicted) return 'warning';
  const codes = items.flatMap(({ security }) => [security.reserved_code_1, security.reserved_code_2]);
  if (codes.some(({ signature }) => signature === 'failed')) return 'bad';
  if (items.every(({ state }) => state !== 'decoded')) return TONES.label.undecodable;
  return codes.some(({ signature }) => signature === 'verified_pinned') ? 'good' : TONES.label.decoded;
}
