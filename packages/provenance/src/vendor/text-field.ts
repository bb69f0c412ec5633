/** What a field is for. A rule names the roles it reads: the same words in another field mean nothing. */
export type FieldRole =
  /** Maker and model of a device. */
  | 'make'
  | 'model'
  | 'lens'
  /** The program that wrote the file or the picture. */
  | 'tool'
  /** A named value that programs keep their own data in: PNG texts, tags of containers. */
  | 'payload'
  /** A comment, which programs use for their data when a format has no better place. */
  | 'comment'
  | 'description'
  | 'artist'
  | 'credit'
  | 'digital_source_type'
  | 'ai_system'
  | 'ai_system_version';

export type FieldContainer =
  | 'exif'
  | 'xmp'
  | 'iptc'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'quicktime'
  | 'matroska'
  | 'riff'
  | 'asf'
  | 'tga'
  | 'id3'
  | 'vorbis'
  | 'pdf'
  | 'trailer';

/** One text of a file's metadata with what it is for. The text is the file's, decoded and otherwise unchanged. */
export interface TextField {
  role: FieldRole;
  container: FieldContainer;
  /** As stored, in its container's case: `parameters`, `UserComment`, `com.apple.quicktime.make`; for XMP the local name. */
  key: string;
  /** For people, from our tables: `EXIF UserComment`. */
  name: string;
  location: string;
  offset: number;
  text: string;
}
