import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { findPictureList, jpegPictureShift, type LoadedSegment } from '../label/write/jpeg-pictures.ts';
import type { Splice } from '../label/write/splice.ts';
import { APP11, APP2, jpegSegments } from '../media/jpeg-segments.ts';
import type { MediaSource } from '../media/media-source.ts';
import { MANIFEST_STORE_MARK } from './credential-names.ts';

const HEAD_BYTES = 32;
/** After the identifier `JP`: box instance, packet number, and the box, whose description names the store (ISO 19566-5 D). */
const INSTANCE_AT = 2;
const PACKET_AT = 4;
const MARK_AT = 24;

/**
 * A JPEG without the segments of the credential. The list of further pictures says how far away they are; it counts the
 * bytes in between.
 */
export function jpegContent(source: MediaSource): Splice[] {
  const { segments, credential } = readJpegParts(source);
  const removed = credential.map(takeOut);
  const list = findPictureList(segments);
  const behind = list === undefined ? [] : removed.filter(({ offset }) => offset > list.start);
  return behind.length === 0 ? removed : [...removed, ...jpegPictureShift(source, segments, behind)];
}

/** Whether the engine, which puts a credential in front, would move pictures away from the list of them. */
export function movesPictures(source: MediaSource): boolean {
  const { segments, credential } = readJpegParts(source);
  const list = findPictureList(segments);
  return list !== undefined && credential.some(({ start }) => start > list.start);
}

interface JpegParts {
  segments: LoadedSegment[];
  credential: LoadedSegment[];
}

/** The segments in front of the first scan, as far as they can be followed; the rest is compared as is. */
function readJpegParts(source: MediaSource): JpegParts {
  const segments: LoadedSegment[] = [];
  followed(() => {
    for (const { marker, start, data, end } of jpegSegments(source)) {
      if (end > source.size) return;
      const isWanted = marker === APP2 || marker === APP11;
      const length = isWanted ? Math.min(end - data, HEAD_BYTES) : 0;
      segments.push({ marker, start, data, end, payload: source.bytes(data, length, 'JPEG segment') });
    }
  });
  return { segments, credential: credentialSegments(segments) };
}

/** The first segment of a store names it; the others have its box instance and higher packet numbers. */
function credentialSegments(segments: readonly LoadedSegment[]): LoadedSegment[] {
  const instances = new Set<number>();
  return segments.filter(({ marker, payload }) => {
    if (marker !== APP11 || payload.length < PACKET_AT + 4 || !hasAscii(payload, 0, 'JP')) return false;
    const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
    const instance = view.getUint16(INSTANCE_AT);
    if (hasAscii(payload, MARK_AT, MANIFEST_STORE_MARK)) instances.add(instance);
    else if (view.getUint32(PACKET_AT) <= 1) return false;
    return instances.has(instance);
  });
}

/** Runs a reading that stops where the structure can no longer be followed. */
export function followed(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
}

export function takeOut({ start, end }: { start: number; end: number }): Splice {
  return { offset: start, removed: end - start, inserted: new Uint8Array(0) };
}
