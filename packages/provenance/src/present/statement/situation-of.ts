import { leadOf, sayingOf } from './declared.ts';
import { leadingLabel } from './labels.ts';
import { cameraOf, markerOf, softwareOf } from './markers.ts';
import type { Situation, Standing } from './situations.ts';
import { has, type Told } from './told.ts';

interface Row {
  situation: Situation;
  when: (told: Told) => boolean;
}

/** A credential that does not hold. What is broken most comes first. */
const FAILED: readonly Row[] = [
  { situation: 'credential_unconfirmed', when: (told) => has(told, 'credential_unconfirmed') },
  { situation: 'credential_rejected', when: (told) => has(told, 'failure_unexplained') },
  {
    situation: 'credential_unreadable',
    when: (told) =>
      has(told, 'store_too_large', 'store_unknown_algorithm', 'store_prerelease_format', 'store_reader_crashed'),
  },
  { situation: 'history_broken', when: (told) => has(told, 'ingredient_broken') && !has(told, 'signature_invalid') },
  {
    situation: 'credential_damaged',
    when: ({ result }) => result.credential_integrity_status === 'signature_invalid',
  },
  { situation: 'content_differs', when: (told) => !told.isIntact && told.result.c2pa.asset_binding_valid === false },
  { situation: 'certificate_revoked', when: (told) => has(told, 'certificate_revoked') },
  { situation: 'certificate_unfit', when: (told) => has(told, 'certificate_profile_broken') },
  { situation: 'certificate_expired', when: (told) => has(told, 'certificate_expired') },
  { situation: 'certificate_not_in_force', when: (told) => has(told, 'certificate_outside_validity') },
  { situation: 'history_certificate', when: (told) => has(told, 'ingredient_certificate_invalid') },
  {
    situation: 'certificate_unfit',
    when: ({ result }) => result.credential_integrity_status === 'certificate_invalid',
  },
  {
    situation: 'credential_unconfirmed',
    when: ({ result }) => result.credential_integrity_status === 'valid_signature_binding_failed',
  },
];

const CONTRADICTED: readonly Row[] = [
  { situation: 'credential_against_label', when: (told) => has(told, 'label_contradicts_credential') },
  { situation: 'credential_against_metadata', when: (told) => has(told, 'metadata_contradicts_credential') },
  { situation: 'labels_contradict', when: (told) => has(told, 'labels_contradict') },
  { situation: 'metadata_conflicting', when: ({ result }) => result.provenance_status === 'conflicting' },
];

const WITHDRAWN: readonly Row[] = [
  { situation: 'withdrawn', when: (told) => told.isIntact && told.result.service_credential?.status === 'revoked' },
  { situation: 'suspended', when: (told) => told.isIntact && told.result.service_credential?.status === 'suspended' },
];

const UNSIGNED: readonly Row[] = [
  { situation: 'label_nonconformant', when: (told) => isLabelled(told) && (leadingLabel(told)?.errors ?? 0) > 0 },
  { situation: 'label_generated', when: (told) => leadingLabel(told)?.declaration === 'ai_generated' },
  { situation: 'metadata_generated', when: (told) => markerOf(told)?.kind === 'generated' },
  { situation: 'metadata_edited_ai', when: (told) => markerOf(told)?.kind === 'edited' },
  { situation: 'label_possible', when: (told) => leadingLabel(told)?.declaration === 'ai_possible' },
  { situation: 'label_suspected', when: (told) => leadingLabel(told)?.declaration === 'ai_suspected' },
  { situation: 'label_unstated', when: (told) => leadingLabel(told) !== null },
  { situation: 'metadata_captured', when: (told) => cameraOf(told) !== null },
  { situation: 'metadata_says', when: (told) => leadOf(told) === 'metadata' },
  { situation: 'label_unreadable', when: (told) => has(told, 'label_undecodable') },
  { situation: 'label_empty', when: (told) => has(told, 'label_empty') },
  {
    situation: 'not_examined',
    when: ({ report: { c2pa, china_aigc, metadata } }) =>
      [c2pa, china_aigc, metadata].every(({ state }) => state !== 'examined'),
  },
  { situation: 'credential_not_examined', when: ({ report }) => report.c2pa.state !== 'examined' },
  { situation: 'elsewhere', when: ({ result }) => result.c2pa.remote_manifest_url !== null },
  { situation: 'metadata_software', when: (told) => softwareOf(told)?.name != null },
];

/** Row by row; the first match counts. */
export function situationOf(told: Told): Situation {
  const hasCredential = told.result.credential_integrity_status !== 'no_credential';
  const leading = [...(hasCredential && !told.isIntact ? FAILED : []), ...CONTRADICTED, ...WITHDRAWN];
  const row = leading.find(({ when }) => when(told));
  if (row !== undefined) return row.situation;
  if (told.isIntact) return `${standingOf(told)}_${sayingOf(told)}`;
  return UNSIGNED.find(({ when }) => when(told))?.situation ?? 'nothing';
}

function standingOf({ result, isSignerListed }: Told): Standing {
  if (result.c2pa.trust.sandbox) return 'sandbox';
  if (isSignerListed) return 'verified';
  return result.c2pa.trust_status === 'trust_list_unavailable' ? 'unchecked' : 'unlisted';
}

/** A label leads unless metadata say more of AI than it does. */
function isLabelled(told: Told): boolean {
  const label = leadingLabel(told);
  return label !== null && (label.declaration === 'ai_generated' || markerOf(told) === null);
}
