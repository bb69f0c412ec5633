import type { MediaProblem } from '../media/metadata-item.ts';

/** What ordinary metadata, not credentials or labels, say about who made a file. All of it is unsigned unless `attested`. */
export interface MetadataFacts {
  /** Changes with every change of what the reader finds. */
  rules_version: string;
  /** What the rules found in single fields, the most important first. */
  evidence: VendorEvidence[];
  /** The lens that a camera names; the file's text, cleaned. */
  lens: string | null;
  /** The digital source types of XMP (IPTC), as terms of the table; each once. */
  digital_source_types: string[];
  /** Some fields could name a vendor, but none names one we know. */
  has_unattributed: boolean;
  /** Kept the reader from looking everywhere. */
  problems: MediaProblem[];
  /** Nothing was found because the file could not be searched: because of its format, damage or a limit. */
  is_unreadable: boolean;
}

/**
 * What a piece of evidence is about: `generated` (a model made the content), `edited` (a model changed a part of it),
 * `captured` (a camera, scanner or recorder), `software` (an editor, encoder, game or platform that is not a generator).
 */
export type VendorEvidenceKind = 'generated' | 'edited' | 'captured' | 'software';

/**
 * `high`: a structure that only this generator writes. `medium`: a name in a field for tools. `low`: a hint that names a
 * product and decides nothing.
 */
export type VendorStrength = 'high' | 'medium' | 'low';

/** One field that a rule recognised. Never the field's own text: prompts, places, people and numbers stay in the file. */
export interface VendorEvidence {
  /** Id of the rule in the tables of vendor/rules/. */
  rule: string;
  kind: VendorEvidenceKind;
  strength: VendorStrength;
  /** Display name from our tables; for an unknown camera the maker's text, cleaned. Null when the field names nobody. */
  vendor: string | null;
  /** Device, generative model or software version, cleaned and cut. The file's text. */
  model: string | null;
  /** The field in its format's vocabulary, from our tables: `EXIF UserComment`, `PNG parameters`. */
  field: string;
  /** Path of the container, as the readers of media/ write it. */
  location: string;
  offset: number;
  /** A signature over the picture and this field: NovelAI signs. Null when there is none. */
  attested: 'verified' | 'not_verified' | null;
}
