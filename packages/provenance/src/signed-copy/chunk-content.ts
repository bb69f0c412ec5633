import { hasAscii } from '../bytes/match.ts';
import type { Splice } from '../label/write/splice.ts';
import { boxesIn } from '../media/bmff/boxes.ts';
import type { MediaSource } from '../media/media-source.ts';
import { readRiffChunk, readRiffHeader, RIFF_LIST_HEAD_BYTES } from '../media/riff-chunks.ts';
import { GIF_APPLICATION, MANIFEST_STORE_MARK, PNG_CHUNK, RIFF_CHUNK } from './credential-names.ts';
import { followed, takeOut } from './segment-content.ts';

const PNG_SIGNATURE_BYTES = 8;
const PNG_CHUNK_BYTES = 12;

/** Each of these follows the structure as far as it goes: what comes then is compared as it stands. */

/** A PNG without the chunk of the credential. */
export function pngContent(source: MediaSource): Splice[] {
  const splices: Splice[] = [];
  followed(() => {
    for (let at = PNG_SIGNATURE_BYTES; at < source.size;) {
      source.step('PNG chunk', at);
      const cursor = source.cursor(at, 8, 'PNG chunk');
      const end = at + cursor.u32('PNG chunk length') + PNG_CHUNK_BYTES;
      const type = cursor.fourCc('PNG chunk type');
      if (end > source.size || type === 'IEND') return;
      if (type === PNG_CHUNK) splices.push(takeOut({ start: at, end }));
      at = end;
    }
  });
  return splices;
}

/**
 * WAV, AVI, WebP: without the chunk of the credential, the pad byte behind it and the outer size, which counts them.
 */
export function riffContent(source: MediaSource): Splice[] {
  const splices: Splice[] = [takeOut({ start: 4, end: 8 })];
  followed(() => {
    const file = readRiffHeader(source);
    for (let at = RIFF_LIST_HEAD_BYTES; at + 8 <= source.size;) {
      const chunk = readRiffChunk(source, at, source.size, file);
      const end = Math.min(chunk.end, source.size);
      if (chunk.id === RIFF_CHUNK) splices.push(takeOut({ start: at, end }));
      at = end;
    }
  });
  return splices;
}

/** A JPEG XL container without the box of the credential. */
export function jxlContent(source: MediaSource): Splice[] {
  const splices: Splice[] = [];
  followed(() => {
    for (const box of boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true })) {
      if (box.type !== 'jumb') continue;
      // The description comes first: length, `jumd`, and the type of the content.
      const description = source.upTo(box.contentStart, 12, 'jumd');
      if (hasAscii(description, 8, MANIFEST_STORE_MARK)) splices.push(takeOut(box));
    }
  });
  return splices;
}

const GIF_HEADER_BYTES = 13;
const GIF_EXTENSION = 0x21;
const GIF_APPLICATION_LABEL = 0xff;
const GIF_IMAGE = 0x2c;

/** A GIF without the extension of the credential, and without its version: extensions need the later one. */
export function gifContent(source: MediaSource): Splice[] {
  const splices: Splice[] = [takeOut({ start: 3, end: 6 })];
  followed(() => {
    const flags = source.cursor(10, 1, 'GIF header').u8('GIF header');
    for (let at = GIF_HEADER_BYTES + gifTableBytes(flags); ;) {
      source.step('GIF block', at);
      const kind = source.cursor(at, 1, 'GIF block').u8('GIF block');
      if (kind === GIF_EXTENSION) {
        const head = source.upTo(at, 3 + GIF_APPLICATION.length, 'GIF extension');
        const end = gifBlocksEnd(source, at + 2);
        const isCredential = head[1] === GIF_APPLICATION_LABEL && hasAscii(head, 3, GIF_APPLICATION);
        if (isCredential) splices.push(takeOut({ start: at, end }));
        at = end;
      } else if (kind === GIF_IMAGE) {
        const tables = source.cursor(at + 9, 1, 'GIF image').u8('GIF image');
        at = gifBlocksEnd(source, at + 10 + gifTableBytes(tables) + 1);
      } else return;
    }
  });
  return splices;
}

function gifTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Behind the empty sub-block that ends a run. */
function gifBlocksEnd(source: MediaSource, start: number): number {
  for (let at = start; ;) {
    const size = source.cursor(at, 1, 'GIF sub-block').u8('GIF sub-block');
    at += 1 + size;
    if (size === 0) return at;
  }
}
