import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';

/** The position of an attribute; all numbers are indexes of UTF-16 code units in the text. */
export interface AttributeSpan {
  name: string;
  /** Start of the blanks before the name: from here to `end` it can be removed. */
  start: number;
  /** Start of the text between the quotes. */
  valueStart: number;
  valueEnd: number;
  end: number;
}

export interface ElementSpan {
  name: string;
  /** Position of `<`. */
  start: number;
  /** After the name of the start tag. */
  nameEnd: number;
  /** After the `>` of the start tag. */
  contentStart: number;
  /** Position of `</`; for an empty-element tag, its end. */
  contentEnd: number;
  end: number;
  isEmptyTag: boolean;
  attributes: AttributeSpan[];
}

const SPACE = ' \t\r\n';

/**
 * The positions of the tags in an XML text, in the order of the start tags. It trusts nothing, but checks only what it needs
 * to find its way: the parser decides whether the text is well-formed.
 *
 * @throws {DecodeError} tags that do not close, or too many
 */
export function scanXml(text: string, what: string): ElementSpan[] {
  const spans: ElementSpan[] = [];
  const open: ElementSpan[] = [];
  let at = text.indexOf('<');
  while (at !== -1) {
    if (spans.length > LIMITS.xmlNodes) throw lost(what);
    const skipped = behindMarkup(text, at, what);
    if (skipped !== null) at = skipped;
    else if (text.startsWith('</', at)) at = closeElement(text, at, open.pop(), what);
    else {
      const span = scanStartTag(text, at, what);
      spans.push(span);
      if (!span.isEmptyTag) open.push(span);
      at = span.contentStart;
    }
    at = text.indexOf('<', at);
  }
  if (open.length > 0) throw lost(what);
  return spans;
}

/** Skips anything that is not a tag; null for a tag. */
function behindMarkup(text: string, at: number, what: string): number | null {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4, what);
  if (text.startsWith('<![CDATA[', at)) return behind(text, ']]>', at + 9, what);
  if (text.startsWith('<?', at)) return behind(text, '?>', at + 2, what);
  return text.startsWith('<!', at) ? behindDoctype(text, at + 2, what) : null;
}

/** Quoted identifiers may hold `>`; a subset in brackets was refused by the parser and is refused here. */
function behindDoctype(text: string, from: number, what: string): number {
  let at = from;
  for (;;) {
    const character = text.charAt(at);
    if (character === '>') return at + 1;
    if (character === '' || character === '[') throw lost(what);
    at = character === '"' || character === "'" ? behind(text, character, at + 1, what) : at + 1;
  }
}

function closeElement(text: string, at: number, span: ElementSpan | undefined, what: string): number {
  if (span === undefined) throw lost(what);
  span.contentEnd = at;
  span.end = behind(text, '>', at, what);
  return span.end;
}

function scanStartTag(text: string, start: number, what: string): ElementSpan {
  const nameEnd = nameEndAt(text, start + 1);
  const attributes: AttributeSpan[] = [];
  let at = nameEnd;
  for (;;) {
    const next = behindSpace(text, at);
    const isEmptyTag = text.startsWith('/>', next);
    if (isEmptyTag || text.charAt(next) === '>') {
      const end = next + (isEmptyTag ? 2 : 1);
      const name = text.slice(start + 1, nameEnd);
      return { name, start, nameEnd, contentStart: end, contentEnd: end, end, isEmptyTag, attributes };
    }
    const attribute = scanAttribute(text, at, next, what);
    attributes.push(attribute);
    if (attributes.length > LIMITS.xmlNodes) throw lost(what);
    at = attribute.end;
  }
}

function scanAttribute(text: string, start: number, nameStart: number, what: string): AttributeSpan {
  const nameEnd = nameEndAt(text, nameStart);
  const equals = behindSpace(text, nameEnd);
  const quoteAt = behindSpace(text, equals + 1);
  const quote = text.charAt(quoteAt);
  if (nameEnd === nameStart || text.charAt(equals) !== '=' || (quote !== '"' && quote !== "'")) throw lost(what);
  const end = behind(text, quote, quoteAt + 1, what);
  return { name: text.slice(nameStart, nameEnd), start, valueStart: quoteAt + 1, valueEnd: end - 1, end };
}

function nameEndAt(text: string, from: number): number {
  let at = from;
  while (at < text.length && !' \t\r\n=/><"\''.includes(text.charAt(at))) at += 1;
  return at;
}

function behindSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.includes(text.charAt(at))) at += 1;
  return at;
}

function behind(text: string, end: string, from: number, what: string): number {
  const found = text.indexOf(end, from);
  if (found === -1) throw lost(what);
  return found + end.length;
}

function lost(what: string): DecodeError {
  return new DecodeError(`${what}: XML of a form that cannot be edited`, 0);
}
