import { hostOf } from './absent.ts';
import { leadingLabel } from './labels.ts';
import { cameraOf, formatOf, markerOf } from './markers.ts';
import { withArticle } from './names.ts';
import { stateChip } from './parts.ts';
import type { Situation } from './situations.ts';
import type { Chip } from './statement.ts';
import { has, sentence, type Told } from './told.ts';

/** Situations whose own sentences tell both sides, or name the evidence already. */
const TELLS_LABEL = /^(label_|labels_|credential_against_label)|_label$/;
const TELLS_METADATA = /^(metadata_|credential_against_metadata)|_metadata$/;

const LABELS = {
  ai_generated: 'label_generated',
  ai_possible: 'label_possible',
  ai_suspected: 'label_suspected',
} as const;

const SAID = new Map(Object.entries(LABELS));

/** What other evidence says beside the statement: each in a sentence of its own, AI first. */
export function besides(situation: Situation, told: Told): string[] {
  const { besides: words } = told.words;
  return [
    ...(situation !== 'content_differs' && !told.isIntact && has(told, 'content_differs')
      ? [words.content_differs]
      : []),
    ...labelBeside(situation, told),
    ...markerBeside(situation, told),
    ...cameraBeside(situation, told),
    ...(has(told, 'ancestor_credential_revoked') ? [words.ancestor_revoked] : []),
    ...(has(told, 'ancestor_credential_suspended') ? [words.ancestor_suspended] : []),
    ...elsewhereBeside(situation, told),
    ...(told.report.c2pa.state !== 'examined' && !situation.endsWith('not_examined')
      ? [words.credential_not_examined]
      : []),
  ];
}

function labelBeside(situation: Situation, told: Told): string[] {
  const { besides: words } = told.words;
  if (TELLS_LABEL.test(situation))
    return told.isIntact && !has(told, 'label_contradicts_credential') && has(told, 'label_bound')
      ? [words.label_covered]
      : [];
  const said = SAID.get(leadingLabel(told)?.declaration ?? '');
  return said === undefined ? [] : [words[said]];
}

function markerBeside(situation: Situation, told: Told): string[] {
  const marker = markerOf(told);
  const { besides: words } = told.words;
  if (marker === null || TELLS_METADATA.test(situation)) return [];
  const isAgreed = told.result.provenance_status === 'strong_evidence' && !told.isIntact;
  if (
    isAgreed &&
    situation === 'label_generated' &&
    !has(told, 'label_signature_verified', 'label_signature_embedded')
  ) {
    return [words.same_maker];
  }
  const { name } = marker;
  return [name === null || marker.kind === 'edited' ? words.marker_unnamed : sentence(told, words.marker, { name })];
}

/** A camera that only metadata name is never the maker of what a credential or a label declares. */
function cameraBeside(situation: Situation, told: Told): string[] {
  if (situation === 'metadata_captured' || situation === 'metadata_conflicting') return [];
  const camera = cameraOf(told);
  const name = camera?.name ?? null;
  if (camera === null || name === null) return [];
  const values = { format: formatOf(camera, told), name, a_name: withArticle(name) };
  return [sentence(told, told.words.besides.camera, values)];
}

/** A file without a credential that says where one is. */
function elsewhereBeside(situation: Situation, told: Told): string[] {
  const { remote_manifest_url: url, present } = told.result.c2pa;
  const host = url === null || present || situation === 'elsewhere' ? null : hostOf(url);
  return host === null ? [] : [sentence(told, told.words.besides.elsewhere, { host })];
}

/** What changes how far the rest carries. */
export function besideChips(situation: Situation, told: Told): Chip[] {
  const { result } = told;
  const service = result.service_credential?.status;
  return [
    ...(service === 'revoked' && situation !== 'withdrawn' ? [stateChip('revoked', 'bad', told)] : []),
    ...(service === 'suspended' && situation !== 'suspended' ? [stateChip('suspended', 'warning', told)] : []),
    ...(service === 'expired' ? [stateChip('expired', 'warning', told)] : []),
    ...(result.c2pa.trust.sandbox && !situation.startsWith('sandbox_') ? [stateChip('sandbox', 'neutral', told)] : []),
    ...(result.c2pa.trust_status === 'service_trusted' && !result.c2pa.trust.sandbox
      ? [stateChip('service_trust', 'partial', told)]
      : []),
    ...(has(told, 'ancestor_credential_revoked') ? [stateChip('ancestor_revoked', 'warning', told)] : []),
    ...(has(told, 'ancestor_credential_suspended') ? [stateChip('ancestor_suspended', 'warning', told)] : []),
    ...(result.status === 'partial' ? [stateChip('partial', 'warning', told)] : []),
  ];
}
