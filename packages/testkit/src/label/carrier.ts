import type { Bytes } from '../bytes.ts';

/** Where a label stands; the engine's names, repeated here so that generator and readers check one another. */
export const AIGC_CARRIERS = [
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

export type AigcCarrierName = (typeof AIGC_CARRIERS)[number];

/** One place of one format, and how a file is made that has a label there. */
export interface AigcCarrierCase {
  /** Unique, such as `png-text-after-image`. */
  id: string;
  mediaType: string;
  /** File name extension, without the dot. */
  extension: string;
  carrier: AigcCarrierName;
  /** `standard`: the practice guide's place, or XMP where no guide names one. `annex`: Annex B of the image guide. */
  placement: 'standard' | 'annex' | 'other';
  /** `text` is the label; where `fields` is set it must be a JSON object, whose members are written one by one. */
  build(text: string): Bytes;
  /** The container has named values of its own instead of one JSON text. */
  fields?: true;
  /** How many labels the file carries; left out: one. */
  sites?: number;
  /** The tag by which exiftool 12.57 reads the text; left out: it does not, or not by itself. */
  exiftool?: string;
  /** What exiftool's answer has in front of the text. */
  exiftoolPrefix?: string;
  /** Stable words (or their beginnings) for the way the place itself departs from the plain form. */
  deviations?: readonly string[];
  /** Neither standard nor seen in a file: a reader may leave it out. */
  optional?: true;
}

/** Members of a label text for carriers that write them one by one. */
export function labelMembers(text: string): [key: string, value: string][] {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('a label object is needed here');
  return Object.entries(parsed).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]);
}
