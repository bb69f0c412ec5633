import { DecodeError } from '../bytes/decode-error.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import type { Splice } from '../label/write/splice.ts';
import { LabelWriteError } from '../label/write/writer.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import { soundContent } from './audio-content.ts';
import { bmffContent } from './bmff-content.ts';
import { gifContent, jxlContent, pngContent, riffContent } from './chunk-content.ts';
import { metadataOf, nameOf } from './metadata-content.ts';
import { isSameContent, splicedContent } from './same-content.ts';
import { jpegContent } from './segment-content.ts';
import { svgContent } from './svg-content.ts';
import { tiffContent, type Range } from './tiff-content.ts';

/** The file's structure cannot be compared with that of a copy. */
export class ContentUnreadableError extends Error {
  constructor(options: ErrorOptions) {
    super('the structure of the file cannot be followed', options);
    this.name = 'ContentUnreadableError';
  }
}

/** Says what a copy has lost or changed; null when nothing. */
export type ContentCheck = (copy: RandomAccess) => string | null;

/**
 * Records what a signed copy must keep of a file: every byte except the credential, offsets that must still lead to the same
 * content, and all metadata found in it. Of the bytes it only notes where they are: they are compared when the copy is
 * checked, so the file must stay open until then.
 *
 * @throws {ContentUnreadableError}
 */
export function rememberContent(file: RandomAccess, mediaType: MediaType): ContentCheck {
  const content = isTiff(mediaType) ? rememberTiff(file) : rememberBytes(file, CONTENT[mediaType] ?? asItStands);
  const metadata = metadataOf(file, mediaType);
  return (copy) => content(copy) ?? missingMetadata(metadata, metadataOf(copy, mediaType));
}

/** The changes that leave only what must be kept. */
type ContentPlan = (file: RandomAccess) => Splice[];

const CONTENT: Partial<Record<MediaType, ContentPlan>> = {
  'image/jpeg': planned(jpegContent),
  'image/png': planned(pngContent),
  'image/gif': planned(gifContent),
  'image/webp': planned(riffContent),
  'image/avif': planned(bmffContent),
  'image/heic': planned(bmffContent),
  'image/heif': planned(bmffContent),
  'image/jxl': planned(jxlContent),
  'image/svg+xml': svgContent,
  'video/mp4': planned(bmffContent),
  'video/quicktime': planned(bmffContent),
  'video/x-msvideo': planned(riffContent),
  'audio/mp4': planned(bmffContent),
  'audio/mpeg': planned(soundContent),
  'audio/wav': planned(riffContent),
  'audio/flac': planned(soundContent),
};

function planned(plan: (source: MediaSource) => Splice[]): ContentPlan {
  return (file) => plan(MediaSource.of(file));
}

function asItStands(): Splice[] {
  return [];
}

function isTiff(mediaType: MediaType): boolean {
  return mediaType === 'image/tiff' || mediaType === 'image/x-adobe-dng';
}

function rememberBytes(file: RandomAccess, plan: ContentPlan): ContentCheck {
  const before = readable(() => splicedContent(file, plan(file)));
  return (copy) => heldAgainst(() => (isSameContent(before, splicedContent(copy, plan(copy))) ? null : 'content'));
}

function rememberTiff(file: RandomAccess): ContentCheck {
  const { directories, open } = readable(() => tiffContent(file));
  const parts = keptRanges(file.size, open);
  return (copy) =>
    heldAgainst(() => {
      const isThere = copy.size >= (parts.at(-1)?.end ?? 0);
      if (!isThere || !isSameContent({ file, parts }, { file: copy, parts })) return 'content';
      return tiffContent(copy).directories.join('\n') === directories.join('\n') ? null : 'directories';
    });
}

/** Everything outside the open ranges. */
function keptRanges(size: number, open: readonly Range[]): Range[] {
  const kept: Range[] = [];
  let start = 0;
  for (const range of open.toSorted((a, b) => a.start - b.start)) {
    if (range.start > start) kept.push({ start, end: Math.min(range.start, size) });
    start = Math.max(start, range.end);
  }
  return start < size ? [...kept, { start, end: size }] : kept;
}

function missingMetadata(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string | null {
  for (const [item, count] of before) if ((after.get(item) ?? 0) < count) return `metadata ${nameOf(item)}`;
  return null;
}

function readable<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new ContentUnreadableError({ cause: error });
  }
}

/** A copy that cannot be read where its original could is not the same. */
function heldAgainst(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return `structure: ${error.message}`;
  }
}

function isUnreadable(error: unknown): error is DecodeError | LabelWriteError {
  return error instanceof DecodeError || error instanceof LabelWriteError;
}
