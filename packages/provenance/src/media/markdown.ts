import { findFrontMatter, type FrontMatter } from './front-matter.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { noteCutText, openText, type TextView } from './text-view.ts';
import { findZeroWidthText } from './zero-width.ts';

/** Markdown and plain text: YAML front matter, blocks like it elsewhere, and a message without width at the end. */
export function readText(source: MediaSource, sink: MetadataSink): void {
  sink.attempt(() => {
    const view = openText(source);
    for (const block of findFrontMatter(view.text)) addBlock(source, view, block, sink);
    noteCutText(source, view, sink);
  });
  sink.attempt(() => addZeroWidthText(source, sink));
}

function addBlock(source: MediaSource, view: TextView, block: FrontMatter, sink: MetadataSink): void {
  const { contentStart, contentEnd, isHead, isClosed } = block;
  const { offset, length } = view.range(contentStart, contentEnd);
  source.step('front matter', offset);
  sink.add({
    kind: 'front_matter',
    path: isHead ? 'front-matter' : 'front-matter(inner)',
    offset: source.fileOffset(offset),
    length,
    bytes: view.bytes(contentStart, contentEnd),
    encoding: view.encoding,
    intact: isClosed,
  });
}

function addZeroWidthText(source: MediaSource, sink: MetadataSink): void {
  const found = findZeroWidthText(source);
  if (found === null) return;
  const { offset, length, bytes } = found;
  sink.add({
    kind: 'entry',
    path: 'text/zero-width',
    offset: source.fileOffset(offset),
    length,
    bytes,
    encoding: 'utf-8',
  });
}
