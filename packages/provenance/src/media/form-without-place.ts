import { hasBytes } from '../bytes/match.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import type { MediaType } from './media-types.ts';
import { startsWithoutFileType } from './sniff/bmff.ts';
import { JXL_CODESTREAM } from './sniff/marks.ts';
import { SniffWindow } from './sniff/window.ts';

/**
 * A form of a file that cannot hold a credential although its media type has a place for one.
 *
 * - `bare_codestream`: JPEG XL without its container, in whose boxes a manifest store stands.
 * - `no_file_type_box`: QuickTime from before ISO/IEC 14496-12; the box of a manifest store follows the file type box
 *   (C2PA 2.x, annex A, "Embedding manifests into BMFF-based assets").
 */
export type FormWithoutPlace = 'bare_codestream' | 'no_file_type_box';

/** Null when the file has the form that its media type's place for a credential requires, or its type has no such place. */
export function formWithoutPlace(source: RandomAccess, mediaType: MediaType): FormWithoutPlace | null {
  if (mediaType === 'image/jxl') {
    return hasBytes(source.read(0, JXL_CODESTREAM.length), 0, JXL_CODESTREAM) ? 'bare_codestream' : null;
  }
  const isBare = mediaType === 'video/quicktime' && startsWithoutFileType(new SniffWindow(source));
  return isBare ? 'no_file_type_box' : null;
}
