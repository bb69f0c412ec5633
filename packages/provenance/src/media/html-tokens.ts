import { lowerCaseInPlace } from './text-view.ts';

export interface HtmlAttribute {
  /** In lower case. */
  name: string;
  valueStart: number;
  valueEnd: number;
}

/** What the readers and writers of HTML look at. `end` is after the last character. */
export interface HtmlToken {
  kind: 'tag' | 'comment' | 'doctype';
  /** Name of a start tag, in lower case; empty for the others. */
  name: string;
  /** For a comment, the start of its text. */
  start: number;
  end: number;
  /** Those of `meta` that name it or its value; none of other tags. */
  attributes: HtmlAttribute[];
  /** False when the document ends inside. */
  isClosed: boolean;
}

/** Tags whose content is text up to their end tag (WHATWG HTML §13.2.5). */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp']);
const KEPT_ATTRIBUTES = new Set(['name', 'property', 'content']);
/** `!`, `?` and `/`: declarations, instructions and end tags. */
const MARKUP_SIGNS = new Set([0x21, 0x3f, 0x2f]);
const SPACE = ' \t\r\n\f';
const NAME_END = `${SPACE}/>`;
const BETWEEN_ATTRIBUTES = `${SPACE}/`;
const ATTRIBUTE_END = `${SPACE}/>=`;
const VALUE_END = `${SPACE}>`;

/**
 * Steps over a document by its angle brackets, in one pass: each character is looked at a bounded number of times,
 * whatever is left open.
 */
export function* htmlTokens(document: string): Generator<HtmlToken> {
  const text = lowerCaseInPlace(document);
  let at = text.indexOf('<');
  while (at !== -1) {
    let next = at + 1;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      const isClosed = end !== -1;
      yield { kind: 'comment', name: '', start: at, end: isClosed ? end + 3 : text.length, attributes: [], isClosed };
      next = isClosed ? end + 3 : text.length;
    } else if (MARKUP_SIGNS.has(text.charCodeAt(next))) {
      const end = text.indexOf('>', next);
      next = end === -1 ? text.length : end + 1;
      if (text.startsWith('!doctype', at + 1)) {
        yield { kind: 'doctype', name: '', start: at, end: next, attributes: [], isClosed: end !== -1 };
      }
    } else if (isLetter(text, next)) {
      const tag = readTag(text, at);
      yield tag;
      next = RAW_TEXT.has(tag.name) ? behindRawText(text, tag) : tag.end;
    }
    at = text.indexOf('<', next);
  }
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

function behindRawText(text: string, { name, end }: HtmlToken): number {
  const close = text.indexOf(`</${name}`, end);
  return close === -1 ? text.length : close;
}

function readTag(text: string, start: number): HtmlToken {
  let at = start + 1;
  while (at < text.length && !NAME_END.includes(text.charAt(at))) at += 1;
  const name = text.slice(start + 1, Math.min(at, start + 32));
  const attributes: HtmlAttribute[] = [];
  for (;;) {
    while (at < text.length && BETWEEN_ATTRIBUTES.includes(text.charAt(at))) at += 1;
    if (at >= text.length) return { kind: 'tag', name, start, end: at, attributes, isClosed: false };
    if (text.charAt(at) === '>') return { kind: 'tag', name, start, end: at + 1, attributes, isClosed: true };
    const { attribute, end } = readAttribute(text, at);
    if (name === 'meta' && KEPT_ATTRIBUTES.has(attribute.name)) {
      // The first of a name counts; so the list stays short too.
      if (attributes.every((known) => known.name !== attribute.name)) attributes.push(attribute);
    }
    at = end;
  }
}

/** Always passes at least one character, also when that is a stray `=`. */
function readAttribute(text: string, start: number): { attribute: HtmlAttribute; end: number } {
  let at = start + 1;
  while (at < text.length && !ATTRIBUTE_END.includes(text.charAt(at))) at += 1;
  const name = text.slice(start, Math.min(at, start + 32));
  let value = at;
  while (value < text.length && SPACE.includes(text.charAt(value))) value += 1;
  if (text.charAt(value) !== '=') return { attribute: { name, valueStart: at, valueEnd: at }, end: at };
  value += 1;
  while (value < text.length && SPACE.includes(text.charAt(value))) value += 1;
  const quote = text.charAt(value);
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, value + 1);
    const valueEnd = close === -1 ? text.length : close;
    return { attribute: { name, valueStart: value + 1, valueEnd }, end: Math.min(valueEnd + 1, text.length) };
  }
  let end = value;
  while (end < text.length && !VALUE_END.includes(text.charAt(end))) end += 1;
  return { attribute: { name, valueStart: value, valueEnd: end }, end };
}
