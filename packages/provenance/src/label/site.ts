import type { MetadataItem } from '../media/metadata-item.ts';
import type { LabelPosition } from './carriers.ts';
import type { FrontMatterLabel } from './front-matter.ts';
import { emptyFields } from './label-keys.ts';
import type { LocatedLabel } from './located-label.ts';

/** A decoder's result for one value, in any form. */
export type AnyDecodedLabel = FrontMatterLabel;

/** A decoded value with its place; null when it is not a label. */
export function siteOf(
  { path, offset, length, intact }: MetadataItem,
  { carrier, placement, expectedForm, deviations }: LabelPosition,
  decoded: AnyDecodedLabel,
): LocatedLabel | null {
  if (decoded.kind === 'not_a_label') return null;
  const place = { carrier, location: path, placement, offset, length, expectedForm, intact };
  const none = { isNamespaced: false, xmpName: null };
  if (decoded.kind === 'decoded') {
    const { form, text, fields, extra, hasDuplicateKeys } = decoded;
    const all = [...deviations, ...decoded.deviations];
    const raw = form === 'fields' ? '' : text;
    return { ...place, ...none, state: 'decoded', form, deviations: all, fields, extra, raw, hasDuplicateKeys };
  }
  return {
    ...place,
    ...none,
    state: decoded.kind,
    form: null,
    deviations,
    fields: emptyFields(),
    extra: [],
    raw: decoded.kind === 'empty' ? '' : decoded.text,
    hasDuplicateKeys: false,
  };
}
