import { DecodeError } from '../../bytes/decode-error.ts';
import { findHeadTags } from '../audio-tags.ts';
import { openId3Frame } from '../id3.ts';
import { decodeId3Header, listId3Frames, openId3Body, type Id3Header } from '../id3-tag.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { FRONT_COVER, type TakeCover } from './cover-candidate.ts';
import { checkCoverLength } from './cover-length.ts';

/** ID3v2.2 names the format of the picture by three letters instead of its media type. */
const FORMAT_BYTES = 3;
/** Codes of text whose characters take two bytes, and so does the zero at their end. */
const WIDE = new Set([1, 2]);

/** The pictures of the ID3v2 tags at the start of a file (ID3v2.4 frames §4.14: `APIC`; `PIC` in 2.2). */
export function findId3Covers(source: MediaSource, sink: MetadataSink, take: TakeCover): void {
  for (const { offset, length } of findHeadTags(source)) {
    sink.attempt(() => findInTag(source.within(offset, length), sink, take));
  }
}

function findInTag(tag: MediaSource, sink: MetadataSink, take: TakeCover): void {
  const header = decodeId3Header(tag);
  if (header === null || header.major < 2 || header.major > 4 || header.isCompressed) return;
  const body = openId3Body(tag, header);
  const name = header.major === 2 ? 'PIC' : 'APIC';
  for (const frame of listId3Frames(body.source, header).frames) {
    if (frame.id !== name) continue;
    tag.step('ID3 picture', frame.start);
    sink.attempt(() => {
      const content = openId3Frame(body, frame, header);
      if (content?.intact !== true) return;
      const { kind, start } = pictureIn(content.bytes, header, body.fileOffset(frame.start));
      const read = () => {
        checkCoverLength(content.bytes.length - start, body.fileOffset(frame.start));
        return content.bytes.subarray(start);
      };
      take({ isFront: kind === FRONT_COVER, read });
    });
  }
}

/** The picture's kind, and where it begins: after the code of the text, the format, the kind and a description. */
function pictureIn(bytes: Uint8Array, { major }: Id3Header, offset: number): { kind: number; start: number } {
  const formatEnd = major === 2 ? FORMAT_BYTES : bytes.indexOf(0, 1);
  if (formatEnd === -1) throw new DecodeError('ID3 picture: no media type', offset);
  const kindAt = formatEnd + 1;
  const description = kindAt + 1;
  const end = WIDE.has(bytes[0] ?? 0) ? wideZero(bytes, description) : bytes.indexOf(0, description) + 1;
  if (end === 0) throw new DecodeError('ID3 picture: no end of its description', offset);
  return { kind: bytes[kindAt] ?? 0, start: end };
}

/** Behind the first pair of zeros; 0 when there is none. */
function wideZero(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return at + 2;
  }
  return 0;
}
