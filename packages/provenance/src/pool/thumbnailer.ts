import { createHash } from 'node:crypto';
import type { EmbeddedThumbnail } from '../c2pa/embedded-thumbnails.ts';
import { hasThumbnail, type Thumbnail } from '../c2pa/sign/thumbnail.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import { moduleBeside } from './module-beside.ts';
import { isPreviewable, type PreviewPicture } from './preview-picture.ts';
import {
  createPictureProcess,
  LOST,
  pictureQuestion,
  pixelsQuestion,
  previewQuestion,
  type PictureOutcome,
  type PictureProcess,
} from './picture-process.ts';

/** A picture from a manifest in a form that may be kept and shown: decoded and re-encoded, a JPEG without metadata. */
export interface ThumbnailCopy extends Pick<EmbeddedThumbnail, 'manifestLabel' | 'ingredientLabel'> {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** What a preview shows: the pixels of the file itself, the cover it carries, or the picture that its credential carries. */
export const PREVIEW_SUBJECTS = ['file', 'cover', 'credential'] as const;

/** A picture to look at beside the result of a file. */
export interface Preview extends PreviewPicture {
  shows: (typeof PREVIEW_SUBJECTS)[number];
}

/** A picture that a preview can be made of: a file by its path, or bytes. */
export interface PreviewSource {
  shows: Preview['shows'];
  input: string | Uint8Array;
  mediaType: MediaType;
}

/** What is copied from one file; for the documentation. Anything more is skipped, and the file is judged all the same. */
export const THUMBNAIL_COPY_BOUNDS = {
  pictures: LIMITS.embeddedThumbnails,
  pictureBytes: LIMITS.embeddedThumbnailBytes,
  fileBytes: LIMITS.embeddedThumbnailsBytes,
  pixels: LIMITS.embeddedThumbnailPixels,
  fileMs: LIMITS.thumbnailCopiesMs,
} as const;

/** Decodes pictures in processes of its own, each one at a time. */
export interface Thumbnailer {
  /** Null when its format has none or its pixels cannot be decoded, which does not prevent signing. */
  make(path: string, mediaType: MediaType): Promise<Thumbnail | null>;
  /**
   * Digest of the decoded pixels, so that a signed copy can be compared with its original; null when they cannot be decoded
   * within the limits.
   */
  digestPixels(path: string, mediaType: MediaType): Promise<string | null>;
  /**
   * Copies the pictures of one file's manifests, in their order. Pictures that cannot be decoded are left out, and so are
   * those beyond the time granted to a file, which includes waiting for other files' pictures. Never fails.
   */
  copyAll(found: readonly EmbeddedThumbnail[]): Promise<ThumbnailCopy[]>;
  /**
   * A preview of the first source that can be decoded; null when none can within the limits, or too many files wait already. The
   * time granted to a file includes the wait. Never fails.
   */
  preview(sources: readonly PreviewSource[]): Promise<Preview | null>;
  /** Ends the processes. Later requests answer null. */
  close(): Promise<void>;
}

export interface ThumbnailerOptions {
  /** Default 1. */
  processes?: number;
  /** Path of the bundled process, when it is not beside this module. */
  processUrl?: URL;
  /** For one thumbnail, and for the start of a process. */
  deadlineMs?: number;
  /** For one copy, and for all copies of a file. */
  copyMs?: number;
  copiesMs?: number;
  /** Files whose pictures may be copied or wait for it; any more are not copied. */
  copyQueue?: number;
  /** For one preview, and for all that the preview of a file may be made of. */
  previewMs?: number;
  previewsMs?: number;
  /** Files whose previews may be made or wait for it; any more get none. */
  previewQueue?: number;
}

/** A process starts with its first picture; one that dies or hangs is ended, and the next picture starts another. */
export function createThumbnailer(options: ThumbnailerOptions = {}): Thumbnailer {
  const deadlineMs = options.deadlineMs ?? LIMITS.thumbnailProcessMs;
  const copyMs = options.copyMs ?? LIMITS.thumbnailCopyMs;
  const copiesMs = options.copiesMs ?? LIMITS.thumbnailCopiesMs;
  const processUrl = options.processUrl ?? moduleBeside('thumbnail-process');
  const processes = Array.from({ length: options.processes ?? 1 }, () => createPictureProcess(processUrl, deadlineMs));
  const copyQueue = (options.copyQueue ?? LIMITS.thumbnailCopyQueue) * processes.length;
  const preview = previewer(processes, options);
  let copying = 0;
  return {
    make: async (path, mediaType) => {
      if (!hasThumbnail(mediaType)) return null;
      const made = await leastBusy(processes).ask(pictureQuestion({ kind: 'file', path, mediaType }), deadlineMs);
      return made === null || made === LOST ? null : { mediaType: made.mediaType, bytes: made.bytes };
    },
    digestPixels: async (path, mediaType) => {
      if (!hasThumbnail(mediaType)) return null;
      const digest = await leastBusy(processes).ask(pixelsQuestion(path, mediaType), deadlineMs);
      return digest === LOST || digest === null ? null : digest.pixelDigest;
    },
    copyAll: async (found) => {
      if (found.length === 0 || copying >= copyQueue) return [];
      copying += 1;
      const time = startTime(copiesMs);
      try {
        return await copyEach(found, ({ bytes, mediaType }) => {
          const question = pictureQuestion({ kind: 'embedded', bytes, mediaType });
          const copy = leastBusy(processes).ask(question, copyMs, () => !time.isOver());
          return Promise.race([time.over, copy]);
        });
      } finally {
        time.stop();
        copying -= 1;
      }
    },
    preview,
    close: async () => {
      await Promise.all(processes.map((process) => process.close()));
    },
  };
}

function previewer(processes: readonly PictureProcess[], options: ThumbnailerOptions): Thumbnailer['preview'] {
  const { previewMs = LIMITS.previewMs, previewsMs = LIMITS.previewsMs } = options;
  const queue = (options.previewQueue ?? LIMITS.previewQueue) * processes.length;
  let files = 0;
  return async (sources) => {
    const decodable = sources.filter(({ mediaType }) => isPreviewable(mediaType));
    if (decodable.length === 0 || files >= queue) return null;
    files += 1;
    const time = startTime(previewsMs);
    try {
      for (const { shows, input, mediaType } of decodable) {
        const asked = leastBusy(processes).ask(previewQuestion(input, mediaType), previewMs, () => !time.isOver());
        const made = await Promise.race([time.over, asked]);
        if (made === LOST) return null;
        if (made !== null) return { shows, ...made };
      }
      return null;
    } finally {
      time.stop();
      files -= 1;
    }
  };
}

function leastBusy(processes: readonly PictureProcess[]): PictureProcess {
  return processes.reduce((best, other) => (other.load() < best.load() ? other : best));
}

/**
 * The pictures of a file take turns with those of others. A picture that breaks the decoder, or the end of the time, ends
 * the work on this file: its other pictures may be of the same kind.
 */
async function copyEach(
  found: readonly EmbeddedThumbnail[],
  copy: (picture: EmbeddedThumbnail) => Promise<PictureOutcome>,
): Promise<ThumbnailCopy[]> {
  const copies: ThumbnailCopy[] = [];
  // An ingredient's picture often has the same bytes as the one in its own manifest.
  const known = new Map<string, Exclude<PictureOutcome, typeof LOST>>();
  for (const picture of found) {
    const digest = createHash('sha256').update(picture.bytes).digest('base64');
    const before = known.get(digest);
    const copied = before === undefined ? await copy(picture) : before;
    if (copied === LOST) return copies;
    known.set(digest, copied);
    if (copied === null) continue;
    const { manifestLabel, ingredientLabel } = picture;
    const { bytes, width, height } = copied;
    copies.push({ manifestLabel, ingredientLabel, bytes, width, height });
  }
  return copies;
}

/** Time that a file is granted: `over` resolves when it has passed. */
function startTime(ms: number): { over: Promise<typeof LOST>; isOver: () => boolean; stop: () => void } {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof LOST>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve(LOST);
    }, ms);
  });
  return { over, isOver: () => isOver, stop: () => clearTimeout(timer) };
}
