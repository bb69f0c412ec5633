import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import type { Splice } from '../label/write/splice.ts';
import { MediaSource } from '../media/media-source.ts';
import { BOX_MEDIA_TYPES, type MediaType } from '../media/media-types.ts';
import { bmffContent, bmffTroubles } from './bmff-content.ts';
import { copyOf } from './copy-of.ts';
import { mendRandomAccess } from './random-access-table.ts';
import { followed, jpegContent, movesPictures } from './segment-content.ts';

/** The engine would damage this file, and it cannot be written in a form that the engine handles correctly. */
export class UnsafeFileError extends Error {
  constructor() {
    super('the item locations have indices, in a form that the engine misreads');
    this.name = 'UnsafeFileError';
  }
}

/**
 * The file in a form that the engine signs without damaging it, with the same content. Nearly all files have it already and
 * are returned unchanged; others are copied in memory.
 *
 * @throws {UnsafeFileError}
 */
export function prepareFile(file: RandomAccess, mediaType: MediaType): RandomAccess {
  const splices = planPreparation(file, mediaType);
  return splices === null ? file : bufferSource(copyOf(file, splices));
}

function planPreparation(file: RandomAccess, mediaType: MediaType): Splice[] | null {
  if (mediaType === 'image/jpeg') {
    return movesPictures(MediaSource.of(file)) ? jpegContent(MediaSource.of(file)) : null;
  }
  if (!BOX_MEDIA_TYPES.has(mediaType)) return null;
  const troubles = bmffTroubles(MediaSource.of(file));
  if (troubles.includes('indices')) throw new UnsafeFileError();
  return troubles.length > 0 ? bmffContent(MediaSource.of(file)) : null;
}

/**
 * Repairs in the signed copy what the engine wrote wrongly and no hash covers. An unreadable copy is left for the check to
 * find.
 */
export function mendCopy(prepared: RandomAccess, copy: Uint8Array, mediaType: MediaType): void {
  if (BOX_MEDIA_TYPES.has(mediaType)) followed(() => mendRandomAccess(prepared, copy));
}
