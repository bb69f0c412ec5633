type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'manifest';

interface MediaTypeRow {
  media_type: string;
  kind: MediaKind;
  /** The MIME type the C2PA engine knows it by; null when no C2PA embedding is defined for it, or the engine has none. */
  engine_format: string | null;
  /** Usual file name extensions, the most usual first. */
  extensions: readonly string[];
  name: string;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** The media types that are recognised. The only list: sniffing, engine formats, file names and pages derive from it. */
export const MEDIA_TYPES = [
  row('image/jpeg', 'image', 'image/jpeg', ['jpg', 'jpeg'], 'JPEG'),
  row('image/png', 'image', 'image/png', ['png'], 'PNG'),
  row('image/gif', 'image', 'image/gif', ['gif'], 'GIF'),
  row('image/webp', 'image', 'image/webp', ['webp'], 'WebP'),
  row('image/tiff', 'image', 'image/tiff', ['tif', 'tiff'], 'TIFF'),
  row('image/x-adobe-dng', 'image', 'image/x-adobe-dng', ['dng'], 'DNG'),
  row('image/avif', 'image', 'image/avif', ['avif'], 'AVIF'),
  row('image/heic', 'image', 'image/heic', ['heic'], 'HEIC'),
  row('image/heif', 'image', 'image/heif', ['heif', 'hif'], 'HEIF'),
  row('image/jxl', 'image', 'image/jxl', ['jxl'], 'JPEG XL'),
  row('image/bmp', 'image', null, ['bmp', 'dib'], 'BMP'),
  row('image/vnd.microsoft.icon', 'image', null, ['ico', 'cur'], 'Icon'),
  row('image/x-tga', 'image', null, ['tga'], 'TGA'),
  row('image/vnd.adobe.photoshop', 'image', null, ['psd', 'psb'], 'Photoshop document'),
  row('image/jp2', 'image', null, ['jp2', 'jpx', 'jpf', 'jpm'], 'JPEG 2000'),
  row('image/j2c', 'image', null, ['j2c', 'j2k', 'jpc'], 'JPEG 2000 codestream'),
  row('image/x-canon-cr3', 'image', null, ['cr3'], 'Canon CR3'),
  row('image/x-canon-crw', 'image', null, ['crw'], 'Canon CRW'),
  row('image/x-fujifilm-raf', 'image', null, ['raf'], 'Fujifilm RAF'),
  row('image/x-panasonic-rw2', 'image', null, ['rw2'], 'Panasonic RW2'),
  row('image/x-olympus-orf', 'image', null, ['orf'], 'Olympus ORF'),
  row('image/svg+xml', 'image', 'image/svg+xml', ['svg'], 'SVG'),
  row('video/mp4', 'video', 'video/mp4', ['mp4', 'm4v', 'm4s', '3gp'], 'MP4'),
  row('video/quicktime', 'video', 'video/quicktime', ['mov', 'qt'], 'QuickTime'),
  row('video/x-msvideo', 'video', 'video/x-msvideo', ['avi'], 'AVI'),
  row('video/x-matroska', 'video', null, ['mkv'], 'Matroska'),
  row('video/webm', 'video', null, ['webm'], 'WebM'),
  row('video/x-flv', 'video', null, ['flv'], 'Flash Video'),
  row('video/x-ms-asf', 'video', null, ['wmv', 'wma', 'asf'], 'ASF'),
  row('video/mp2t', 'video', null, ['ts', 'm2ts', 'mts'], 'MPEG transport stream'),
  row('audio/mp4', 'audio', 'audio/mp4', ['m4a', 'm4b'], 'MPEG-4 audio'),
  row('audio/mpeg', 'audio', 'audio/mpeg', ['mp3'], 'MP3'),
  row('audio/wav', 'audio', 'audio/wav', ['wav'], 'WAV'),
  row('audio/flac', 'audio', 'audio/flac', ['flac'], 'FLAC'),
  row('audio/aiff', 'audio', null, ['aiff', 'aif', 'aifc'], 'AIFF'),
  row('audio/ogg', 'audio', null, ['ogg', 'oga', 'opus'], 'Ogg'),
  row('audio/aac', 'audio', null, ['aac'], 'AAC'),
  row('application/pdf', 'document', 'application/pdf', ['pdf'], 'PDF'),
  row(`${OOXML}.wordprocessingml.document`, 'document', null, ['docx', 'dotx'], 'Word document'),
  row(`${OOXML}.spreadsheetml.sheet`, 'document', null, ['xlsx', 'xltx'], 'Excel workbook'),
  row(`${OOXML}.presentationml.presentation`, 'document', null, ['pptx', 'potx'], 'PowerPoint presentation'),
  row(`${ODF}.text`, 'document', null, ['odt'], 'OpenDocument text'),
  row(`${ODF}.spreadsheet`, 'document', null, ['ods'], 'OpenDocument spreadsheet'),
  row(`${ODF}.presentation`, 'document', null, ['odp'], 'OpenDocument presentation'),
  row('application/epub+zip', 'document', null, ['epub'], 'EPUB'),
  row('text/html', 'document', null, ['html', 'htm'], 'HTML'),
  row('text/markdown', 'document', null, ['md'], 'Markdown'),
  row('text/plain', 'document', null, ['txt'], 'Plain text'),
  row('application/c2pa', 'manifest', 'application/c2pa', ['c2pa'], 'C2PA manifest store'),
] as const;

export type MediaType = (typeof MEDIA_TYPES)[number]['media_type'];
export type MediaTypeInfo = MediaTypeRow & { media_type: MediaType };

/**
 * The MIME type under which the engine writes a credential into this media type; null when it does not. PDF is read only:
 * a signed PDF would need an incremental update that keeps other signatures valid.
 */
export function signingFormat({ kind, engine_format }: MediaTypeInfo): string | null {
  return kind === 'document' || kind === 'manifest' ? null : engine_format;
}

/** The table's row for a MIME type without parameters, or undefined when it is not known. */
export function findMediaType(name: string): MediaTypeInfo | undefined {
  return MEDIA_TYPES.find((known) => known.media_type === name);
}

function row<const Name extends string>(
  media_type: Name,
  kind: MediaKind,
  engine_format: string | null,
  extensions: readonly string[],
  name: string,
): MediaTypeRow & { media_type: Name } {
  return { media_type, kind, engine_format, extensions, name };
}

/** Those that are made of boxes (ISO/IEC 14496-12) and that the engine takes. Not JPEG XL, whose boxes hold a codestream. */
export const BOX_MEDIA_TYPES: ReadonlySet<string> = new Set<MediaType>([
  'image/avif',
  'image/heic',
  'image/heif',
  'video/mp4',
  'video/quicktime',
  'audio/mp4',
]);
