import { leadOf, sayingOf } from './declared.ts';
import { labelChip } from './labelled.ts';
import { leadingLabel } from './labels.ts';
import { madeChip, madeOf } from './made.ts';
import { markerChip } from './marked.ts';
import { markerOf } from './markers.ts';
import type { Chip } from './statement.ts';
import type { Told } from './told.ts';

/** How it was made, by the evidence that gave the declaration; `isClaim`: its signer is not known, or no longer counts. */
export function originChips(isClaim: boolean, told: Told): Chip[] {
  const lead = leadOf(told);
  const label = leadingLabel(told);
  if (lead === 'label' && label !== null) return [labelChip(label, told)];
  if (lead === 'metadata' && markerOf(told) !== null) return [markerChip(told)];
  const saying = sayingOf(told);
  if (saying === 'label' || saying === 'metadata') return [];
  return told.isIntact || lead === 'credential' ? [madeChip(madeOf(saying, told), isClaim, told)] : [];
}
