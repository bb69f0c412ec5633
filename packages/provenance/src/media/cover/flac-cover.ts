import { FLAC_BLOCK_HEADER_BYTES, visitFlacBlocks } from '../flac.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { FRONT_COVER, type TakeCover } from './cover-candidate.ts';
import { checkCoverLength } from './cover-length.ts';
import { findId3Covers } from './id3-cover.ts';

const PICTURE_BLOCK = 6;
const NUMBER_BYTES = 4;
/** Width, height, depth and colours. */
const SIZES_BYTES = 4 * NUMBER_BYTES;

/** The pictures of a FLAC file (RFC 9639 §8.8), and those of ID3 tags that some writers put before it. */
export function findFlacCovers(source: MediaSource, sink: MetadataSink, take: TakeCover): void {
  visitFlacBlocks(source, ({ type, offset, length }) => {
    if (type !== PICTURE_BLOCK) return;
    const block = source.within(offset + FLAC_BLOCK_HEADER_BYTES, length);
    sink.attempt(() => take(candidateIn(block)));
  });
  findId3Covers(source, sink, take);
}

function candidateIn(block: MediaSource): Parameters<TakeCover>[0] {
  const numberAt = (at: number): number => block.cursor(at, NUMBER_BYTES, 'FLAC picture').u32('FLAC picture');
  const kind = numberAt(0);
  const descriptionAt = 2 * NUMBER_BYTES + numberAt(NUMBER_BYTES);
  const lengthAt = descriptionAt + NUMBER_BYTES + numberAt(descriptionAt) + SIZES_BYTES;
  const length = numberAt(lengthAt);
  const read = () => {
    checkCoverLength(length, block.fileOffset(lengthAt));
    return block.bytes(lengthAt + NUMBER_BYTES, length, 'FLAC picture');
  };
  return { isFront: kind === FRONT_COVER, read };
}
