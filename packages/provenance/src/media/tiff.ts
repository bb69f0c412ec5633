import { readExifBlock } from './exif.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/**
 * TIFF, BigTIFF and DNG: the XMP packet and the textual tags of all main directories. The file itself is the Exif
 * structure, so there is no item for it: `readExifTags` walks the file.
 */
export function readTiff(source: MediaSource, sink: MetadataSink): void {
  readExifBlock(source, sink);
}
