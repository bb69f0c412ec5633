import { readApe } from './ape.ts';
import { findHeadTags, findTailTags } from './audio-tags.ts';
import { readId3 } from './id3.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** MPEG audio: ID3v2 tags at the start, APE and appended ID3v2 tags at the end. An ID3v1 tag has no room for a label. */
export function readMp3(source: MediaSource, sink: MetadataSink): void {
  const head = findHeadTags(source);
  const audio = head.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
  for (const { offset, length } of head) sink.attempt(() => readId3(source.within(offset, length), sink));
  sink.attempt(() => {
    for (const { kind, offset, length } of findTailTags(source, audio)) {
      const tag = source.within(offset, length);
      sink.attempt(() => (kind === 'ape' ? readApe(tag, sink) : readId3(tag, sink)));
    }
  });
}
