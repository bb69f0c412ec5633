import type { ManifestStoreFacts, TrustListUse } from '@revera/provenance';
import type { Language } from '../../../shared/language.ts';

/** A copy of a picture that a manifest carries, for itself or for one of its ingredients. */
export interface ManifestThumbnail {
  readonly manifest_label: string;
  /** Null: it shows the manifest's own asset. */
  readonly ingredient_label: string | null;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** What the picture, the time line and the details are made from. */
export interface ManifestsProps {
  store: ManifestStoreFacts;
  /** The lists that the store was judged by. */
  trustLists: readonly TrustListUse[];
  language: Language;
  thumbnails: readonly ManifestThumbnail[];
  /** Where the whole report is: what does not fit is said to be there. */
  reportUrl: string;
  /** A file of its own, in which everything is open. */
  isFile: boolean;
}

/** How much a page shows; a report holds far more, and hostile files fill it. */
export const SHOWN = {
  manifests: 64,
  /** Ingredients without a manifest here, one by one, of one manifest; the others are one node. */
  leaves: 8,
  nodes: 96,
  edges: 192,
  listItems: 192,
  actions: 100,
  actionsOfManifest: 40,
  assertions: 60,
  codes: 60,
  ingredients: 40,
} as const;
