/** What the bytes of a piece of metadata are. The readers of media/ say where things are, never what they mean. */
export type MetadataKind =
  /** An XMP packet, or an XML document that may contain XMP (SVG). */
  | 'xmp'
  /** A TIFF structure with EXIF directories; see `readExifTags`. */
  | 'exif'
  /** A named value of text, under a name of the container's own vocabulary. */
  | 'entry'
  /** A free text without a name: JPEG COM, a GIF comment, an HTML comment. */
  | 'comment'
  /** YAML between `---` lines, without them. */
  | 'front_matter'
  /** A named value that is itself a list of named values, in `fields`; `bytes` is empty. */
  | 'fields'
  /** The content of a segment or chunk that no other kind describes. */
  | 'opaque';

/**
 * How text bytes are coded, as far as the container says. `utf-16` begins with a byte order mark; `pdf` is PDFDocEncoding.
 * Null when the container does not say.
 */
export type ItemEncoding = 'utf-8' | 'latin1' | 'ascii' | 'utf-16' | 'utf-16le' | 'utf-16be' | 'pdf' | null;

/** One piece of metadata, where it stands and its bytes as stored, decompressed. All of it is attacker's text. */
export interface MetadataItem {
  kind: MetadataKind;
  /** The container's own names from the outside in, joined by `/`: `APP1`, `iTXt`, `moov/udta/meta/ilst`, `Segment/Tags`. */
  path: string;
  /** The entry's own name as stored; null where the kind has none. */
  key: string | null;
  /** Where the value is in the file, and how many bytes it takes there (compressed, when it is). */
  offset: number;
  length: number;
  bytes: Uint8Array;
  encoding: ItemEncoding;
  /** Values of kind `fields`; null for the other kinds. */
  fields: MetadataField[] | null;
  /** False when the structure around it is cut off or its checksum is wrong. */
  intact: boolean;
}

export interface MetadataField {
  name: string;
  text: string;
  /** False when the container holds it as a number or another type. */
  isText: boolean;
}

/** Something that kept a reader from looking everywhere. Texts are ours, never the file's. */
export interface MediaProblem {
  kind: 'damaged' | 'limit' | 'encrypted' | 'unsupported';
  what: string;
  offset: number;
}

export interface MetadataFindings {
  items: MetadataItem[];
  problems: MediaProblem[];
}
