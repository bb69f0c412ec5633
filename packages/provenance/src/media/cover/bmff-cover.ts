import { checkCoverLength } from './cover-length.ts';
import type { TakeCover } from './cover-candidate.ts';
import { boxesIn, childrenOf, eachBox, type Box } from '../bmff/boxes.ts';
import { metaContentStart } from '../bmff/meta.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';

const PATH = ['moov', 'udta', 'meta', 'ilst', 'covr', 'data'];
/** The type of the data, and its country and language. */
const DATA_HEADER_BYTES = 8;

/** Cover art of MP4, M4A and QuickTime files, where iTunes keeps it: the `data` boxes of `moov/udta/meta/ilst/covr`. */
export function findBmffCovers(source: MediaSource, sink: MetadataSink, take: TakeCover): void {
  const top = boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true });
  follow(top, PATH);

  function follow(boxes: Iterable<Box>, [name, ...below]: readonly string[]): void {
    eachBox(source, sink, boxes, (box) => {
      if (box.type !== name || !box.intact) return;
      if (below.length > 0) return follow(inside(source, box), below);
      const start = box.contentStart + DATA_HEADER_BYTES;
      take({
        isFront: true,
        read: () => {
          checkCoverLength(box.end - start, source.fileOffset(start));
          return source.bytes(start, box.end - start, 'cover');
        },
      });
    });
  }
}

function inside(source: MediaSource, box: Box): Iterable<Box> {
  return box.type === 'meta'
    ? boxesIn(source, { start: metaContentStart(source, box), end: box.end, what: 'meta' })
    : childrenOf(source, box, box.type);
}
