import { findHtmlMeta } from '../../media/html.ts';
import { htmlTokens, type HtmlToken } from '../../media/html-tokens.ts';
import { findLabelComment } from '../../media/label-comment.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { openText, type TextView } from '../../media/text-view.ts';
import { isOwnEntry } from './own-entry.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { escapeXml } from './xml-escape.ts';

/** Where the element may go, best place first: the tags of `html` and `head` may be left out. */
const PLACES = ['head', 'html', 'doctype'] as const;

/** HTML, which no guide covers: a `meta` element, as applications write it. Labels in comments are removed. */
export function writeHtml(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const view = openText(source);
  if (!view.isWhole) throw new LabelWriteError('media_unreadable', 'a document of this length is not read to its end');
  const ends = new Map<string, number>();
  const splices: Splice[] = [];
  for (const token of htmlTokens(view.text)) {
    const place = token.kind === 'tag' ? token.name : token.kind;
    if (!ends.has(place)) ends.set(place, token.end);
    if (isOwnToken(view, token, isLabel)) {
      const { offset, length } = view.range(token.start, token.end);
      splices.push({ offset, removed: length, inserted: new Uint8Array(0) });
    }
  }
  const at = PLACES.map((place) => ends.get(place)).find((end) => end !== undefined) ?? 0;
  // Closed, so that XHTML stays well-formed.
  const inserted = view.encode(`<meta name="AIGC" content="${escapeXml(json)}"/>`);
  // First, so that it stays before an old label in the same place.
  splices.unshift({ offset: view.range(at, at).offset, removed: 0, inserted });
  return { splices, location: 'html/meta', isFallback: false };
}

function isOwnToken(view: TextView, token: HtmlToken, isLabel: LabelTest): boolean {
  const comment = findLabelComment(view.text, token);
  if (comment !== null) return isLabel(view.bytes(comment.textStart, comment.textEnd), view.encoding);
  const meta = findHtmlMeta(view, token);
  if (meta === null) return false;
  const bytes = new TextEncoder().encode(meta.content);
  return isOwnEntry({ key: meta.name, bytes, encoding: 'utf-8' }, isLabel);
}
