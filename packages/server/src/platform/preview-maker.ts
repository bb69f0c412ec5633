import { isPreviewable, type Inspection, type Preview, type PreviewSource, type Thumbnailer } from '@revera/provenance';
import { PLATFORM_LIMITS } from './limits.ts';

/** Makes the pictures beside results after their files were judged. */
export interface PreviewMaker {
  /**
   * Null when there is nothing to make it of. Never rejected.
   * @param content the path of the file, or its bytes; null when they are gone, because no picture can be made of them
   */
  start(found: Inspection, content: string | Uint8Array | null): Promise<Preview | null> | null;
  /** So many files, or so many bytes, wait for their previews that the next ones must wait too. */
  isBehind(): boolean;
}

export function previewMakerOf({ preview }: Pick<Thumbnailer, 'preview'>): PreviewMaker {
  let files = 0;
  let heldBytes = 0;
  return {
    start: (found, content) => {
      const sources = previewSources(found, content);
      if (sources.length === 0) return null;
      const bytes = sources.reduce((sum, { input }) => sum + (typeof input === 'string' ? 0 : input.length), 0);
      files += 1;
      heldBytes += bytes;
      return preview(sources).finally(() => {
        files -= 1;
        heldBytes -= bytes;
      });
    },
    isBehind: () => files > PLATFORM_LIMITS.latePreviews || heldBytes > PLATFORM_LIMITS.latePreviewsBytes,
  };
}

/** The file itself and its cover; where neither can be decoded, the picture that its active manifest carries of it. */
function previewSources(found: Inspection, content: string | Uint8Array | null): PreviewSource[] {
  const { report, thumbnails } = found;
  const active = report.c2pa.state === 'examined' && report.c2pa.facts.kind === 'present' ? report.c2pa.facts : null;
  const own = thumbnails.find(
    ({ manifestLabel, ingredientLabel }) => ingredientLabel === null && manifestLabel === active?.active_manifest,
  );
  return [
    ...ownSources(found, content),
    ...(own === undefined ? [] : [{ shows: 'credential', input: own.bytes, mediaType: own.mediaType } as const]),
  ];
}

/** What a preview can be made of whatever credential the file has. */
export function ownSources({ report, cover }: Inspection, content: string | Uint8Array | null): PreviewSource[] {
  const { media_type: mediaType } = report.file;
  return [
    ...(content === null || !isPreviewable(mediaType) ? [] : [{ shows: 'file', input: content, mediaType } as const]),
    ...(cover === null ? [] : [{ shows: 'cover', input: cover.bytes, mediaType: cover.mediaType } as const]),
  ];
}
