import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { attemptAt } from './attempt-at.ts';
import { GIF_COMMENT, gifBlocks, joinSubBlocks, readGifPacket, XMP_APPLICATION, type GifBlock } from './gif-blocks.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue } from './stored-value.ts';

/** Comment extensions and the XMP extension (GIF89a §24, §26; XMP part 3 §1.1.2), to the trailer. */
export function readGif(source: MediaSource, sink: MetadataSink): void {
  for (const block of gifBlocks(source)) {
    if (block.label === GIF_COMMENT) attemptAt(source, sink, block.data, () => addComment(source, sink, block.data));
    else if (block.isNamed(XMP_APPLICATION)) readXmp(source, sink, block);
  }
}

function addComment(source: MediaSource, sink: MetadataSink, start: number): void {
  const { bytes, end, intact } = joinSubBlocks(source, start);
  const offset = source.fileOffset(start);
  sink.add({ kind: 'comment', path: 'Comment Extension', offset, length: end - start, bytes, intact });
}

function readXmp(source: MediaSource, sink: MetadataSink, block: GifBlock): void {
  const start = block.data;
  const offset = source.fileOffset(start);
  try {
    block.end();
  } catch (error) {
    if (!(error instanceof DecodeError) || error instanceof LimitError) throw error;
    sink.attempt(() => {
      const { bytes } = storedValue(source, start, source.size - start, 'GIF XMP');
      sink.add({ kind: 'xmp', path: XMP_APPLICATION, offset, length: bytes.length, bytes, intact: false });
    });
    throw error;
  }
  attemptAt(source, sink, start, () => {
    const { bytes, end, intact } = readGifPacket(source, block);
    sink.add({ kind: 'xmp', path: XMP_APPLICATION, offset, length: end - start, bytes, intact });
  });
}
