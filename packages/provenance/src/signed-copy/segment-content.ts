import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { isPictureList, jpegPictureShift, type JpegSegment } from '../label/write/jpeg-pictures.ts';
import type { Splice } from '../label/write/splice.ts';
import type { MediaSource } from '../media/media-source.ts';
import { MANIFEST_STORE_MARK } from './credential-names.ts';

const APP2 = 0xe2;
const APP11 = 0xeb;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const HEAD_BYTES = 32;
/** Behind the identifier `JP`: box instance, packet number, and the box, whose description names the store (ISO 19566-5 D). */
const INSTANCE_AT = 2;
const PACKET_AT = 4;
const MARK_AT = 24;

/**
 * A JPEG without the segments of the credential. The list of further pictures says how far away they are; it counts what
 * stands in between.
 */
export function jpegContent(source: MediaSource): Splice[] {
  const { segments, credential } = readJpegParts(source);
  const removed = credential.map(takeOut);
  const list = segments.find(({ marker, payload }) => isPictureList(marker, payload));
  const behind = list === undefined ? [] : removed.filter(({ offset }) => offset > list.start);
  if (list === undefined || behind.length === 0) return removed;
  const whole = { ...list, payload: source.bytes(list.start + 4, list.end - list.start - 4, 'MPF') };
  return [...removed, ...jpegPictureShift(source, [whole], behind)];
}

/** Whether the engine, which puts a credential in front, would move pictures away from the list of them. */
export function movesPictures(source: MediaSource): boolean {
  const { segments, credential } = readJpegParts(source);
  const list = segments.find(({ marker, payload }) => isPictureList(marker, payload));
  return list !== undefined && credential.some(({ start }) => start > list.start);
}

interface JpegParts {
  segments: JpegSegment[];
  credential: JpegSegment[];
}

/** The segments in front of the first scan, as far as they can be followed: what comes then is compared as it stands. */
function readJpegParts(source: MediaSource): JpegParts {
  const segments: JpegSegment[] = [];
  followed(() => {
    let at = 2;
    for (;;) {
      source.step('JPEG segment', at);
      const [mark, marker = 0] = source.bytes(at, 2, 'JPEG marker');
      if (mark !== 0xff || marker === START_OF_SCAN || marker === END_OF_IMAGE) return;
      if (marker === 0xff) at += 1;
      else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
      else {
        const length = source.cursor(at + 2, 2, 'JPEG segment').u16('JPEG segment');
        if (length < 2 || at + 2 + length > source.size) return;
        const isWanted = marker === APP2 || marker === APP11;
        const payload = isWanted ? source.bytes(at + 4, Math.min(length - 2, HEAD_BYTES), 'JPEG segment') : NOTHING;
        segments.push({ marker, start: at, end: at + 2 + length, payload });
        at += 2 + length;
      }
    }
  });
  return { segments, credential: credentialSegments(segments) };
}

const NOTHING = new Uint8Array(0);

/** The first segment of a store names it; the others have its box instance and higher packet numbers. */
function credentialSegments(segments: readonly JpegSegment[]): JpegSegment[] {
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
