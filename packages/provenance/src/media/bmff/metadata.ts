import { readInsta360Trailer } from '../insta360-trailer.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { boxesIn, childrenOf, eachBox, type Box } from './boxes.ts';
import { readSkipBox } from './maker-boxes.ts';
import { readMeta } from './meta.ts';
import { readUserData } from './user-data.ts';
import { readUuidBox } from './xmp-box.ts';

/**
 * Metadata of a file of boxes: MP4, MOV, M4A, 3GP, and the still pictures of HEIF. Media data and fragments are passed over
 * by their headers. Paths are those of the boxes, such as `moov/udta/meta/ilst`; see `readMeta` and `readUserData`.
 */
export function readBmff(source: MediaSource, sink: MetadataSink): void {
  const top = boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true });
  sink.attempt(() =>
    eachBox(source, sink, top, (box) => {
      if (box.type === 'moov') readMovie(source, sink, box);
      else readHolder(source, sink, box, '');
    }),
  );
  readInsta360Trailer(source, sink);
}

function readMovie(source: MediaSource, sink: MetadataSink, movie: Box): void {
  eachBox(source, sink, childrenOf(source, movie, 'moov'), (box) => {
    if (box.type === 'trak') readTrack(source, sink, box);
    else if (box.type === 'cmov') sink.problem('unsupported', 'compressed moov', source.fileOffset(box.start));
    else readHolder(source, sink, box, 'moov/');
  });
}

function readTrack(source: MediaSource, sink: MetadataSink, track: Box): void {
  eachBox(source, sink, childrenOf(source, track, 'trak'), (box) => readHolder(source, sink, box, 'moov/trak/'));
}

/** The boxes that hold metadata wherever they stand. */
function readHolder(source: MediaSource, sink: MetadataSink, box: Box, prefix: string): void {
  if (box.type === 'meta') readMeta(source, sink, box, `${prefix}meta`);
  else if (box.type === 'udta') readUserData(source, sink, box, `${prefix}udta`);
  else if (box.type === 'uuid') readUuidBox(source, sink, box, prefix);
  else if (box.type === 'skip') readSkipBox(source, sink, box, `${prefix}skip`);
}
