import {
  bufferSource,
  canCarryLabel,
  canReadMetadata,
  findMediaType,
  MEDIA_TYPES,
  openContent,
  openFileSource,
  signingFormat,
  sniff,
  type FileContent,
  type MediaTypeInfo,
  type RandomAccess,
} from '@revera/provenance';

/** A file whose first bytes are at hand. */
export interface HeadedFile {
  readonly content: FileContent;
  readonly head: Uint8Array;
  readonly sizeBytes: number;
}

/** Whether a file is of a known media type. Mostly its first bytes say so; it is opened only when they do not. */
export function isKnownMedia(file: HeadedFile): boolean {
  return mediaTypeOf(headedSource(file)) !== undefined;
}

function headedSource({ content, head, sizeBytes }: HeadedFile): RandomAccess {
  const first = bufferSource(head);
  let whole: RandomAccess | undefined;
  return {
    size: sizeBytes,
    read: (offset, length) => {
      const end = Math.min(offset + length, sizeBytes);
      if (end <= head.length || offset >= sizeBytes) return first.read(offset, length);
      whole ??= openContent(content);
      return whole.read(offset, length);
    },
    close: () => whole?.close(),
  };
}

/** The usual extension of a file of this media type, without the dot. */
export function fileExtension(mediaType: string): string {
  return findMediaType(mediaType)?.extensions[0] ?? 'bin';
}

/** The media type of a file and whether a credential can be written into it, by a few short reads. */
export function signability(file: HeadedFile | { readonly path: string }): Signability {
  const type = mediaTypeOf('path' in file ? openFileSource(file.path) : headedSource(file));
  const signable = type !== undefined && signingFormat(type) !== null;
  return { mediaType: type?.media_type ?? null, signable, isPicture: type?.kind === 'image' };
}

export interface Signability {
  /** Null when it is not known. */
  mediaType: string | null;
  signable: boolean;
  isPicture: boolean;
}

/** Media types into which a credential can be written. */
export const SIGNABLE_MEDIA_TYPES: readonly string[] = MEDIA_TYPES.filter((type) => signingFormat(type) !== null).map(
  ({ media_type }) => media_type,
);

/** What is supported for files of one media type; for the documentation. */
export interface MediaTypeSupport {
  readonly name: string;
  readonly mediaType: string;
  readonly readsCredential: boolean;
  readonly readsMetadata: boolean;
  readonly isSigned: boolean;
  readonly writesLabel: boolean;
}

/** Every known media type. */
export const MEDIA_TYPE_SUPPORT: readonly MediaTypeSupport[] = MEDIA_TYPES.map((type) => ({
  name: type.name,
  mediaType: type.media_type,
  readsCredential: type.engine_format !== null,
  readsMetadata: canReadMetadata(type.media_type),
  isSigned: signingFormat(type) !== null,
  writesLabel: canCarryLabel(type.media_type),
}));

/** Closes the source. */
function mediaTypeOf(source: RandomAccess): MediaTypeInfo | undefined {
  try {
    const mediaType = sniff(source);
    return mediaType === null ? undefined : findMediaType(mediaType);
  } finally {
    source.close();
  }
}

/** Whether the first bytes are those of a video, which decides the size limit. */
export function isVideo(firstBytes: Uint8Array): boolean {
  const mediaType = sniff(bufferSource(firstBytes));
  return mediaType !== null && findMediaType(mediaType)?.kind === 'video';
}
