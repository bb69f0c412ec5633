import { decodeHtmlEntities } from './html-entities.ts';
import { htmlTokens, type HtmlToken } from './html-tokens.ts';
import { addLabelComment, findLabelComment } from './label-comment.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { noteCutText, openText, type TextView } from './text-view.ts';

export interface HtmlMeta {
  name: string;
  content: string;
  valueStart: number;
  valueEnd: number;
}

/** Named values of `meta` elements, and comments that mention AIGC. */
export function readHtml(source: MediaSource, sink: MetadataSink): void {
  const view = openText(source);
  for (const token of htmlTokens(view.text)) {
    const comment = findLabelComment(view.text, token);
    if (comment !== null) addLabelComment(source, view, comment, sink);
    const meta = findHtmlMeta(view, token);
    if (meta === null) continue;
    source.step('HTML meta element', token.start);
    const { offset, length } = view.range(meta.valueStart, meta.valueEnd);
    sink.add({
      kind: 'entry',
      path: 'html/meta',
      key: meta.name,
      offset: source.fileOffset(offset),
      length,
      bytes: new TextEncoder().encode(meta.content),
      encoding: 'utf-8',
      intact: token.isClosed,
    });
  }
  noteCutText(source, view, sink);
}

/** Null when it is not a `meta` element with a name and a value. */
export function findHtmlMeta(view: TextView, { name, attributes }: HtmlToken): HtmlMeta | null {
  if (name !== 'meta') return null;
  const find = (wanted: string) => attributes.find((attribute) => attribute.name === wanted);
  const key = find('name') ?? find('property');
  const value = find('content');
  if (key === undefined || value === undefined) return null;
  const decode = (start: number, end: number): string => decodeHtmlEntities(view.decode(start, end));
  const { valueStart, valueEnd } = value;
  return { name: decode(key.valueStart, key.valueEnd), content: decode(valueStart, valueEnd), valueStart, valueEnd };
}
