import { findHeadTags } from './audio-tags.ts';
import { readId3 } from './id3.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** AAC in ADTS has no metadata of its own; writers put ID3v2 tags in front. */
export function readAac(source: MediaSource, sink: MetadataSink): void {
  for (const { offset, length } of findHeadTags(source)) {
    sink.attempt(() => readId3(source.within(offset, length), sink));
  }
}
