import type { MetadataItem, MetadataKind } from '../media/metadata-item.ts';
import type { LabelCarrier, LabelPlacement } from './facts.ts';

/** The form of the value that the guide of a place uses. */
export type ExpectedForm = 'bare' | 'wrapped' | 'either';

interface CarrierRow {
  carrier: LabelCarrier;
  kind: MetadataKind;
  path: RegExp;
  /** When omitted, the row takes items with any key or none. */
  key?: RegExp;
  /** Media types whose guide names this place. */
  standard?: RegExp;
  /** Media types for which Annex B of the image guide names it. */
  annex?: RegExp;
  form?: ExpectedForm;
  /** The container ignores the case of names, so `aigc` is not a misspelling. */
  isCaseless?: true;
  /** The place cannot have a name of its own for a label. */
  isNameless?: true;
}

const IMAGES = /^image\//;
const MP4_FAMILY = /^(?:video\/mp4|video\/quicktime|audio\/mp4)$/;
const OOXML = /^application\/vnd\.openxmlformats-officedocument\./;

/**
 * Where labels are found (TC260-PG-20257A to 202510A; other places as seen in files). The first row that fits an item
 * counts. A text under any other name is examined too, and must be a label by its content.
 */
const ROWS: readonly CarrierRow[] = [
  { carrier: 'xmp', kind: 'xmp', path: /^/, standard: IMAGES, form: 'bare' },
  {
    carrier: 'exif_user_comment',
    kind: 'entry',
    path: /(?:^|\/)(?:IFD\d+|Exif)$/,
    key: /^UserComment$/,
    annex: /^image\/(?:jpeg|webp)$/,
    form: 'wrapped',
    isNameless: true,
  },
  {
    carrier: 'exif_image_description',
    kind: 'entry',
    path: /(?:^|\/)(?:IFD\d+|Exif)$/,
    key: /^ImageDescription$/,
    isNameless: true,
  },
  { carrier: 'jpeg_app_segment', kind: 'opaque', path: /^APP\d+$/, form: 'bare', isNameless: true },
  { carrier: 'jpeg_comment', kind: 'comment', path: /^COM$/, isNameless: true },
  { carrier: 'png_text', kind: 'entry', path: /^tEXt$/, annex: /^image\/png$/, form: 'wrapped' },
  { carrier: 'png_text', kind: 'entry', path: /^[zi]TXt$/ },
  { carrier: 'gif_comment', kind: 'comment', path: /^Comment/, isNameless: true },
  { carrier: 'quicktime_keys', kind: 'entry', path: /(?:^|\/)udta\/meta\/ilst$/, standard: MP4_FAMILY, form: 'bare' },
  { carrier: 'quicktime_keys', kind: 'entry', path: /(?:^|\/)ilst(?:\/#\d+)?$/, form: 'bare' },
  { carrier: 'itunes_freeform', kind: 'entry', path: /(?:^|\/)ilst(?:\(mdir\))?\/----$/, form: 'bare' },
  { carrier: 'itunes_item', kind: 'entry', path: /(?:^|\/)ilst\(mdir\)(?:\/#\d+)?$/, form: 'bare' },
  { carrier: 'quicktime_user_data', kind: 'entry', path: /(?:^|\/)udta$/, form: 'bare' },
  { carrier: 'quicktime_user_data', kind: 'opaque', path: /(?:^|\/)udta$/, form: 'bare' },
  {
    carrier: 'matroska_tag',
    kind: 'entry',
    path: /(?:^|\/)SimpleTag$/,
    standard: /^(?:video|audio)\/(?:x-matroska|webm)$/,
    form: 'bare',
    isCaseless: true,
  },
  { carrier: 'matroska_attachment', kind: 'entry', path: /(?:^|\/)AttachedFile$/, isCaseless: true },
  { carrier: 'matroska_attachment', kind: 'opaque', path: /(?:^|\/)AttachedFile$/, isCaseless: true },
  { carrier: 'flv_metadata', kind: 'entry', path: /(?:^|\/)onMetaData$/, standard: /^video\/x-flv$/, form: 'bare' },
  { carrier: 'flv_metadata', kind: 'entry', path: /^script\// },
  { carrier: 'asf_attribute', kind: 'entry', path: /^ASF$/, form: 'bare' },
  { carrier: 'riff_info', kind: 'entry', path: /^LIST\/INFO$/, standard: /^video\/x-msvideo$/, form: 'bare' },
  { carrier: 'riff_info', kind: 'entry', path: /^bext$/ },
  {
    carrier: 'riff_chunk',
    kind: 'entry',
    path: /^AIGC$/i,
    standard: /^audio\/wav$/,
    form: 'bare',
  },
  { carrier: 'id3_text', kind: 'entry', path: /(?:^|\/)TXXX?$/, standard: /^audio\/mpeg$/, form: 'bare' },
  { carrier: 'id3_comment', kind: 'entry', path: /(?:^|\/)COMM?$/ },
  { carrier: 'id3_comment', kind: 'entry', path: /(?:^|\/)(?:ID3v2|id3)$/i, key: /^COMM?$/, isNameless: true },
  // Addresses (W***) are not texts: no writer puts a label there, and ours would not remove one.
  { carrier: 'id3_text', kind: 'entry', path: /(?:^|\/)(?:ID3v[12]|id3)$/i, key: /^(?!W)/, isNameless: true },
  { carrier: 'ape_tag', kind: 'entry', path: /^APE/, isCaseless: true },
  {
    carrier: 'vorbis_comment',
    kind: 'entry',
    path: /^(?:VORBIS_COMMENT$|Ogg\/)/,
    standard: /^audio\/(?:flac|ogg)$/,
    form: 'bare',
    isCaseless: true,
  },
  { carrier: 'pdf_info', kind: 'entry', path: /^Info$/, standard: /^application\/pdf$/, form: 'bare' },
  { carrier: 'pdf_info_dictionary', kind: 'fields', path: /^Info$/ },
  { carrier: 'ooxml_custom_property', kind: 'entry', path: /^docProps\/custom\.xml$/i, standard: OOXML, form: 'bare' },
  { carrier: 'ooxml_app_property', kind: 'entry', path: /^docProps\/(?:app|core)\.xml$/i },
  { carrier: 'odf_user_defined', kind: 'entry', path: /^meta\.xml/i },
  { carrier: 'epub_meta', kind: 'entry', path: /^OPF\// },
  { carrier: 'html_meta', kind: 'entry', path: /^html\/meta$/, isCaseless: true },
  { carrier: 'html_comment', kind: 'comment', path: /^html\/comment$/, isNameless: true },
  { carrier: 'front_matter', kind: 'front_matter', path: /^front-matter$/, standard: /^text\/markdown$/ },
  { carrier: 'front_matter', kind: 'front_matter', path: /^front-matter\((?:inner|tail)\)$/ },
  { carrier: 'zero_width_text', kind: 'entry', path: /^text\/zero-width$/, isNameless: true },
];

/** What the table says about one item. */
export interface LabelPosition {
  carrier: LabelCarrier;
  placement: LabelPlacement;
  expectedForm: ExpectedForm;
  /** AIGC is the item's name, or the last part of it. */
  isNamed: boolean;
  /**
   * How the name departs from `AIGC`. Not the same as a misspelt key: a name only has to contain it (Annex E a).
   */
  deviations: string[];
}

/** Names are compared up to here; longer ones are not names. */
const MAX_NAME_CHARS = 256;

/**
 * Profiles of another format in hexadecimal, which converters keep in a PNG: labels occur there although no guide puts them
 * there.
 */
const RAW_PROFILE = /\/Raw profile(?:\/|$)/;

/** Null when no label can be there, or we do not know how. */
export function positionOf(item: Pick<MetadataItem, 'kind' | 'path' | 'key'>, mediaType: string): LabelPosition | null {
  const row = ROWS.find(({ kind, path, key }) => {
    return kind === item.kind && path.test(item.path) && (key === undefined || key.test(item.key ?? ''));
  });
  if (row === undefined) return null;
  const name = row.isNameless === true ? null : item.key;
  const isNamed = name !== null && isLabelName(name);
  const isPlain = !isNamed || name === 'AIGC' || (row.isCaseless === true && name.toUpperCase() === 'AIGC');
  return {
    carrier: row.carrier,
    placement: (isNamed || name === null) && !RAW_PROFILE.test(item.path) ? placementOf(row, mediaType) : 'other',
    expectedForm: isNamed || name === null ? (row.form ?? 'either') : 'either',
    isNamed,
    deviations: isPlain ? [] : [`name-spelling:${name}`],
  };
}

/** `AIGC` in any case, alone or after other names: `com.example.AIGC`, `XMP-aigc:AIGC`. */
export function isLabelName(name: string): boolean {
  return name.length <= MAX_NAME_CHARS && /(?:^|[.:/_ -])aigc$/i.test(name.trim());
}

function placementOf({ standard, annex }: CarrierRow, mediaType: string): LabelPlacement {
  if (standard?.test(mediaType) === true) return 'standard';
  return annex?.test(mediaType) === true ? 'annex' : 'other';
}
