import type { MediaProblem } from '../media/metadata-item.ts';

/** What was found about China AIGC labels (GB 45438-2025) in one file: facts, and the rules each label breaks. */
export interface LabelFacts {
  /** Version of the reader and its rules; only results of the same version can be compared. */
  parser_version: string;
  /** Every label, the one that counts most first (see `label/order.ts`). */
  labels: LabelSite[];
  /** Schemas that say something about AI but are not this label. */
  look_alikes: LookAlike[];
  /** Findings about all labels of the file together. */
  findings: LabelFinding[];
  /** What kept the reader from looking everywhere; unless empty, absence was not established. */
  problems: MediaProblem[];
}

/** The seven elements of GB 45438-2025 Annex E, in its order. */
export const LABEL_KEYS = [
  'Label',
  'ContentProducer',
  'ProduceID',
  'ReservedCode1',
  'ContentPropagator',
  'PropagateID',
  'ReservedCode2',
] as const;

export type LabelKey = (typeof LABEL_KEYS)[number];

/** As read, after decoding: null when the key is absent. Attacker's text. */
export type LabelFields = Record<LabelKey, string | null>;

/** All seven elements, each by the same rule. */
export function labelFieldsOf<Value>(valueOf: (key: LabelKey) => Value): Record<LabelKey, Value> {
  return {
    Label: valueOf('Label'),
    ContentProducer: valueOf('ContentProducer'),
    ProduceID: valueOf('ProduceID'),
    ReservedCode1: valueOf('ReservedCode1'),
    ContentPropagator: valueOf('ContentPropagator'),
    PropagateID: valueOf('PropagateID'),
    ReservedCode2: valueOf('ReservedCode2'),
  };
}

/** Where a label was found; one name for each place in the table of carriers. */
export const LABEL_CARRIERS = [
  'xmp',
  'exif_user_comment',
  'exif_image_description',
  'jpeg_app_segment',
  'jpeg_comment',
  'png_text',
  'gif_comment',
  'quicktime_keys',
  'itunes_item',
  'itunes_freeform',
  'quicktime_user_data',
  'matroska_tag',
  'matroska_attachment',
  'flv_metadata',
  'asf_attribute',
  'riff_info',
  'riff_chunk',
  'id3_text',
  'id3_comment',
  'ape_tag',
  'vorbis_comment',
  'pdf_info',
  'pdf_info_dictionary',
  'ooxml_custom_property',
  'ooxml_app_property',
  'odf_user_defined',
  'epub_meta',
  'svg_attributes',
  'html_meta',
  'html_comment',
  'front_matter',
  'zero_width_text',
] as const;

export type LabelCarrier = (typeof LABEL_CARRIERS)[number];

/** `standard`: where the practice guide of the format puts it. `annex`: Annex B of the image guide. `other`: elsewhere. */
export type LabelPlacement = 'standard' | 'annex' | 'other';

export interface LabelSite {
  carrier: LabelCarrier;
  /** The container's own path, such as `moov/udta/meta/ilst`. */
  location: string;
  placement: LabelPlacement;
  /** Size of the value in the file, in bytes. */
  offset: number;
  length: number;
  /** `decoded`: fields were read. `empty`: the carrier holds nothing. `undecodable`: it holds something else. */
  state: 'decoded' | 'empty' | 'undecodable';
  /** `wrapped`: `{"AIGC": {…}}`. `fields`: the container's own named values. Null when not decoded. */
  form: 'bare' | 'wrapped' | 'fields' | null;
  /** How it departs from the plain form, as stable words; `:` and a key or spelling follow some. */
  deviations: string[];
  fields: LabelFields;
  /** Names of members that labels do not have. */
  extra: string[];
  /** The text as found, cut to `LIMITS.labelRawChars`. */
  raw: string;
  producer: ProviderFacts | null;
  propagator: ProviderFacts | null;
  reserved_code_1: ReservedCodeFacts;
  reserved_code_2: ReservedCodeFacts;
  findings: LabelFinding[];
}

export type LabelSeverity = 'error' | 'warning' | 'info';

export interface LabelFinding {
  /** Id of a row of `label/rules.ts`, such as `AIGC-010`. */
  rule: string;
  severity: LabelSeverity;
  /** Values that the rule's message needs: a key, a company, a place. Attacker's text. */
  values: Record<string, string>;
}

/** Who a ContentProducer or ContentPropagator value names (TC260-PG-20252A). */
export interface ProviderFacts {
  /** `code`: 27 characters of the rule's form. `code_like`: begins like one but is not. `name`: free text, which is allowed. */
  kind: 'code' | 'code_like' | 'name';
  /** The 27 characters; null for the other kinds. */
  code: string | null;
  /** Unified Social Credit Code (GB 32100), when the code is bound to one. */
  uscc: string | null;
  check_digit_valid: boolean | null;
  /** Position 23. `unused`: the service extension is all zeros. */
  service_type: 'generation' | 'distribution' | 'unused' | 'other' | null;
  /** Positions 24 to 27, chosen by the provider. */
  application_code: string | null;
  /** From our table, see `label/companies.ts`; null when it is not in there. */
  company: { zh: string; en: string } | null;
  /** The product its files came from; a legal entity may run several brands. */
  product: string | null;
  /** How well the table's row is founded: `A` (best) to `D`, or `documentation`. */
  basis: string | null;
}

export interface ReservedCodeFacts {
  /** `opaque`: something that only its writer can read. */
  content: 'absent' | 'empty' | 'opaque' | 'security_data';
  /**
   * For `SecurityData` (TC260-PG-202511A): `verified_pinned` with a key known to be the producer's, `verified_embedded` with
   * the key that the label itself brings (integrity only), `unsupported` when its form is not known.
   */
  signature: 'none' | 'verified_pinned' | 'verified_embedded' | 'failed' | 'unsupported';
  algorithm: string | null;
  /** Who holds the pinned key. */
  signer: string | null;
}

/** A schema about AI that is not a label of the standard. */
export interface LookAlike {
  schema: 'tencent_cloud' | 'bytedance';
  location: string;
  offset: number;
  /** Whether its own words say that AI made the content. */
  asserts_ai: boolean;
}
