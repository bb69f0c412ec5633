import { codeSamples } from './front-matter.ts';
import type { HtmlToken } from './html-tokens.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import type { TextView } from './text-view.ts';

/** A comment that mentions AIGC; positions in the text. */
export interface LabelComment {
  start: number;
  end: number;
  /** Start of the text between the marks. */
  textStart: number;
  textEnd: number;
  isClosed: boolean;
}

const OPENING = '<!--';
const CLOSING = '-->';

/** Null when it is not an HTML comment, or does not mention AIGC. */
export function findLabelComment(text: string, { kind, start, end, isClosed }: HtmlToken): LabelComment | null {
  return kind === 'comment' ? mentioning(text, { start, end, isClosed }) : null;
}

/** HTML comments in Markdown (CommonMark §4.6) that mention AIGC; a code block only displays its text. */
export function* findMarkdownComments(text: string): Generator<LabelComment> {
  const samples = codeSamples(text);
  let sample = 0;
  let start = text.indexOf(OPENING);
  while (start !== -1) {
    const at = start;
    while ((samples[sample]?.end ?? Infinity) <= at) sample += 1;
    const around = samples[sample];
    const closing = text.indexOf(CLOSING, at + OPENING.length);
    const end = closing === -1 ? text.length : closing + CLOSING.length;
    if (around !== undefined && around.start < at) {
      start = text.indexOf(OPENING, around.end);
      continue;
    }
    const found = mentioning(text, { start, end, isClosed: closing !== -1 });
    if (found !== null) yield found;
    start = text.indexOf(OPENING, end);
  }
}

function mentioning(
  text: string,
  { start, end, isClosed }: Pick<LabelComment, 'start' | 'end' | 'isClosed'>,
): LabelComment | null {
  const textStart = start + OPENING.length;
  const textEnd = isClosed ? end - CLOSING.length : end;
  if (textEnd <= textStart || !/aigc/i.test(text.slice(textStart, textEnd))) return null;
  return { start, end, textStart, textEnd, isClosed };
}

export function addLabelComment(source: MediaSource, view: TextView, comment: LabelComment, sink: MetadataSink): void {
  const { textStart, textEnd, isClosed } = comment;
  const { offset, length } = view.range(textStart, textEnd);
  source.step('HTML comment', offset);
  sink.add({
    kind: 'comment',
    path: 'html/comment',
    offset: source.fileOffset(offset),
    length,
    bytes: view.bytes(textStart, textEnd),
    encoding: view.encoding,
    intact: isClosed,
  });
}
