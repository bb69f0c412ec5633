import { findFrontMatter, type FrontMatter } from './front-matter.ts';
import { addLabelComment, findMarkdownComments } from './label-comment.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { noteCutText, openText, type TextView } from './text-view.ts';
import { findZeroWidthText } from './zero-width.ts';

/** Markdown and plain text: YAML front matter, blocks like it elsewhere, comments, and a message without width at the end. */
export function readText(source: MediaSource, sink: MetadataSink): void {
  sink.attempt(() => {
    const view = openText(source);
    for (const block of findFrontMatter(view.text)) addBlock(source, view, block, sink);
    for (const comment of findMarkdownComments(view.text)) addLabelComment(source, view, comment, sink);
    noteCutText(source, view, sink);
  });
  sink.attempt(() => addZeroWidthText(source, sink));
}

function addBlock(source: MediaSource, view: TextView, block: FrontMatter, sink: MetadataSink): void {
  const { contentStart, contentEnd, place, isClosed } = block;
  const { offset, length } = view.range(contentStart, contentEnd);
  source.step('front matter', offset);
  sink.add({
    kind: 'front_matter',
    path: place === 'head' ? 'front-matter' : `front-matter(${place})`,
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
