import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { findHeadTags } from './audio-tags.ts';
import { readId3 } from './id3.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { readVorbisComments } from './vorbis-comment.ts';

/** A metadata block (RFC 9639 §8.1). */
export interface FlacBlock {
  type: number;
  isLast: boolean;
  /** Offset of the header; the content begins four bytes later. */
  offset: number;
  /** Length of the content. */
  length: number;
}

export const FLAC_BLOCK = { streamInfo: 0, padding: 1, vorbisComment: 4, forbidden: 127 } as const;
export const FLAC_BLOCK_HEADER_BYTES = 4;
const MARK_BYTES = 4;

/** FLAC, also after ID3v2 tags, which the format does not know and players accept. */
export function readFlac(source: MediaSource, sink: MetadataSink): void {
  for (const { offset, length } of findHeadTags(source)) {
    sink.attempt(() => readId3(source.within(offset, length), sink));
  }
  visitFlacBlocks(source, ({ type, offset, length }) => {
    if (type !== FLAC_BLOCK.vorbisComment) return;
    const content = source.within(offset + FLAC_BLOCK_HEADER_BYTES, length);
    sink.attempt(() => readVorbisComments(content, sink, 'VORBIS_COMMENT'));
  });
}

/** @throws {DecodeError} no FLAC, or blocks that reach past the end; what came before has been visited */
export function visitFlacBlocks(source: MediaSource, visit: (block: FlacBlock) => void): void {
  const tags = findHeadTags(source).at(-1);
  const start = tags === undefined ? 0 : tags.offset + tags.length;
  if (!hasAscii(source.bytes(start, MARK_BYTES, 'FLAC mark'), 0, 'fLaC')) {
    throw new DecodeError('FLAC mark', source.fileOffset(start));
  }
  let isLast = false;
  for (let offset = start + MARK_BYTES; !isLast;) {
    source.step('FLAC metadata block', offset);
    const head = source.cursor(offset, FLAC_BLOCK_HEADER_BYTES, 'FLAC metadata block').u32('FLAC metadata block');
    isLast = head >>> 31 === 1;
    const type = (head >>> 24) & 0x7f;
    const length = head & 0xff_ff_ff;
    if (type === FLAC_BLOCK.forbidden) throw new DecodeError('FLAC metadata block', source.fileOffset(offset));
    visit({ type, isLast, offset, length });
    offset += FLAC_BLOCK_HEADER_BYTES + length;
  }
}
