import type { ExpectedForm } from './carriers.ts';
import type { LabelSite } from './facts.ts';

/** One label as found, before any rule is applied to it. */
export interface LocatedLabel extends Pick<
  LabelSite,
  'carrier' | 'location' | 'placement' | 'offset' | 'length' | 'state' | 'form' | 'deviations' | 'fields' | 'extra'
> {
  /** The whole text as found; empty for form `fields`. */
  raw: string;
  /** The form that the guide of this place uses. */
  expectedForm: ExpectedForm;
  /** An XMP property in the namespace of TC260: a label by its name alone. */
  isNamespaced: boolean;
  /** The namespace of the XMP property; null in every other carrier. */
  xmpName: { uri: string; prefix: string; local: string } | null;
  hasDuplicateKeys: boolean;
  /** False when the structure around it is cut off or its checksum is wrong. */
  intact: boolean;
}
