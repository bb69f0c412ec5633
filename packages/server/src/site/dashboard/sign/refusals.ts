import type { ErrorReason } from '../../../shared/error-details.ts';
import type { SignWords } from './words.zh-cn.ts';

/** Why a file may be refused, in words of this page. */
export type SignReason = keyof SignWords['reasons'] & ErrorReason;

/** At which field a refusal is shown: the one that would change it. */
export const REASON_FIELDS: Readonly<Record<SignReason, string>> = {
  unsafe_structure: 'file',
  no_place_for_a_label: 'label',
  no_room_for_a_label: 'label',
  remote_manifest: 'ingredient_policy',
  remote_manifest_kept: 'file',
  credential_revoked: 'ingredient_policy',
  credential_suspended: 'ingredient_policy',
  already_labelled: 'china_aigc_policy',
  label_contradicts_content_type: 'content_type',
  label_incomplete: 'china_aigc',
  label_not_kept: 'china_aigc_policy',
};

export function isSignReason(reason: string | undefined): reason is SignReason {
  return reason !== undefined && Object.hasOwn(REASON_FIELDS, reason);
}
