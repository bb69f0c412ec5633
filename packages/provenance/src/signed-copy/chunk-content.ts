import { hasAscii } from '../bytes/match.ts';
import type { Splice } from '../label/write/splice.ts';
import { boxesIn } from '../media/bmff/boxes.ts';
import { gifBlocks } from '../media/gif-blocks.ts';
import type { MediaSource } from '../media/media-source.ts';
import { pngChunks } from '../media/png-chunks.ts';
import { readRiffChunk, readRiffHeader, RIFF_LIST_HEAD_BYTES } from '../media/riff-chunks.ts';
import { CREDENTIAL_APPLICATION, MANIFEST_STORE_MARK, PNG_CHUNK, RIFF_CHUNK } from './credential-names.ts';
import { followed, takeOut } from './segment-content.ts';

/** Each of these follows the structure as far as it goes; the rest is compared as is. */

/** A PNG without the chunk of the credential. */
export function pngContent(source: MediaSource): Splice[] {
  const splices: Splice[] = [];
  followed(() => {
    for (const { type, start, end } of pngChunks(source)) {
      if (end > source.size || type === 'IEND') return;
      if (type === PNG_CHUNK) splices.push(takeOut({ start, end }));
    }
  });
  return splices;
}

/** WAV, AVI, WebP: without the chunk of the credential, the pad byte after it and the outer size, which includes them. */
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

/** A GIF without the extension of the credential, and without its version: extensions need the later one. */
export function gifContent(source: MediaSource): Splice[] {
  const splices: Splice[] = [takeOut({ start: 3, end: 6 })];
  followed(() => {
    for (const block of gifBlocks(source)) {
      if (block.isNamed(CREDENTIAL_APPLICATION)) splices.push(takeOut({ start: block.start, end: block.end() }));
    }
  });
  return splices;
}
