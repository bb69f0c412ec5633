import { boxesIn, childrenOf, eachBox, type Box } from './bmff/boxes.ts';
import { readBmff } from './bmff/metadata.ts';
import { readExifBlock } from './exif.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** Canon's box in `moov`: previews, and the directories of Exif as TIFF structures of their own. */
const CANON_UUID = '85c0b687820f11e08111f4ce462b6a48';
/** The main directory and that of Exif; `CMT3` is the note of the maker, `CMT4` the place. */
const DIRECTORIES = new Set(['CMT1', 'CMT2']);

/** Canon's raw photographs since 2018 (CR3): boxes as of MP4, with Exif in a box of Canon's. */
export function readCr3(source: MediaSource, sink: MetadataSink): void {
  readBmff(source, sink);
  const top = boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true });
  sink.attemptAside(() =>
    eachBox(source, sink, top, (movie) => {
      if (movie.type !== 'moov') return;
      eachBox(source, sink, childrenOf(source, movie, 'moov'), (box) => {
        if (box.uuid === CANON_UUID) readCanonBox(source, sink, box);
      });
    }),
  );
}

function readCanonBox(source: MediaSource, sink: MetadataSink, canon: Box): void {
  eachBox(source, sink, childrenOf(source, canon, 'Canon box'), ({ type, contentStart, end }) => {
    if (DIRECTORIES.has(type)) readExifBlock(source.within(contentStart, end - contentStart), sink, type);
  });
}
