import { LABEL_KEYS, type LabelKey } from '../facts.ts';

/** A complete label: all seven elements, as strings. */
export type LabelText = Readonly<Record<LabelKey, string>>;

/** The bare form, compact, keys in the standard's order: what the practice guides put into every carrier. */
export function encodeLabel(label: LabelText): string {
  return JSON.stringify(Object.fromEntries(LABEL_KEYS.map((key) => [key, label[key]])));
}
