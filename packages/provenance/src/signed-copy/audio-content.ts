import { createHash } from 'node:crypto';
import type { Splice } from '../label/write/splice.ts';
import { findHeadTags } from '../media/audio-tags.ts';
import { openId3Frame, type Id3Content } from '../media/id3.ts';
import { decodeId3Header, listId3Frames, openId3Body } from '../media/id3-tag.ts';
import type { MediaSource } from '../media/media-source.ts';
import { followed, takeOut } from './segment-content.ts';

/** MP3 and FLAC without the leading tags, which the engine rewrites; their content is compared separately. */
export function soundContent(source: MediaSource): Splice[] {
  const end = findHeadTags(source).reduce((last, { offset, length }) => Math.max(last, offset + length), 0);
  return end === 0 ? [] : [takeOut({ start: 0, end: Math.min(end, source.size) })];
}

/** The pictures in the leading tags, each by its digest. */
export function tagPictures(source: MediaSource): string[] {
  const pictures: string[] = [];
  for (const { offset, length } of findHeadTags(source)) {
    followed(() => {
      const tag = source.within(offset, length);
      const header = decodeId3Header(tag);
      if (header === null) return;
      const body = openId3Body(tag, header);
      for (const frame of listId3Frames(body.source, header).frames) {
        if (frame.id !== 'APIC' && frame.id !== 'PIC') continue;
        const content = openId3Frame(body, frame, header);
        if (content === null || !content.intact) continue;
        pictures.push(createHash('sha256').update(pictureOf(content)).digest('hex'));
      }
    });
  }
  return pictures;
}

/** Coding, format (three letters in 2.2, else a text), kind, description; then the picture (ID3v2.4 frames §4.14). */
function pictureOf({ id, bytes }: Id3Content): Uint8Array {
  const [coding = 0] = bytes;
  const kind = id === 'PIC' ? 4 : bytes.indexOf(0, 1) + 1;
  const isWide = coding === 1 || coding === 2;
  for (let at = kind + 1; at < bytes.length; at += isWide ? 2 : 1) {
    const isEnd = bytes[at] === 0 && (!isWide || bytes[at + 1] === 0);
    if (isEnd) return bytes.subarray(at + (isWide ? 2 : 1));
  }
  return bytes;
}
