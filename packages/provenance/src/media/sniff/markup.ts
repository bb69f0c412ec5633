import { hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

const SVG_ELEMENT = /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg[\s/>]/;
const HTML_DOCTYPE = /^<!doctype[ \t\r\n\f]+html\b/i;
/** Elements that a page begins with; tags of `html` and `head` may be left out (WHATWG HTML §13.1.2.4). */
const HTML_ELEMENT = /^<(?:html|head|body|meta|title)[\s/>]/i;

/** SVG: the first element is `svg`, after an optional byte order mark, XML declaration, comments and document type. */
export function sniffSvg(window: SniffWindow): MediaType | null {
  return SVG_ELEMENT.test(readProlog(window).element) ? 'image/svg+xml' : null;
}

/** HTML and XHTML: by the document type, or by the first element. */
export function sniffHtml(window: SniffWindow): MediaType | null {
  const { doctype, element } = readProlog(window);
  return HTML_DOCTYPE.test(doctype) || HTML_ELEMENT.test(element) ? 'text/html' : null;
}

interface Prolog {
  /** The first characters of the document type; empty when there is none. */
  doctype: string;
  /** The first characters after everything that may precede the first element. */
  element: string;
}

/** The text is only stepped over; no entity is read, so entity bombs and external entities have nothing to act on. */
function readProlog(window: SniffWindow): Prolog {
  const text = decodeText(window.head);
  let doctype = '';
  let position = 0;
  for (;;) {
    position = skipSpace(text, position);
    const next = text.slice(position, position + 80);
    if (next.startsWith('<?')) position = behind(text, position + 2, '?>');
    else if (next.startsWith('<!--')) position = behind(text, position + 4, '-->');
    else if (/^<!DOCTYPE\b/i.test(next)) {
      doctype ||= next;
      position = behindDoctype(text, position + 9);
    } else return { doctype, element: next };
  }
}

function decodeText(head: Uint8Array): string {
  if (hasBytes(head, 0, [0xff, 0xfe]) || hasBytes(head, 0, [0x3c, 0x00]))
    return new TextDecoder('utf-16le').decode(head);
  if (hasBytes(head, 0, [0xfe, 0xff]) || hasBytes(head, 0, [0x00, 0x3c]))
    return new TextDecoder('utf-16be').decode(head);
  return new TextDecoder('utf-8').decode(head);
}

function skipSpace(text: string, position: number): number {
  let next = position;
  while (' \t\r\n'.includes(text.charAt(next)) && next < text.length) next += 1;
  return next;
}

function behind(text: string, from: number, end: string): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

/** Steps over `<!DOCTYPE …>`: quoted text and an internal subset in brackets may hold `>` themselves. */
function behindDoctype(text: string, from: number): number {
  let subset = 0;
  let position = from;
  while (position < text.length) {
    const character = text.charAt(position);
    if (character === '"' || character === "'") position = behind(text, position + 1, character);
    else if (text.startsWith('<!--', position)) position = behind(text, position + 4, '-->');
    else {
      position += 1;
      if (character === '[') subset += 1;
      else if (character === ']') subset -= 1;
      else if (character === '>' && subset <= 0) return position;
    }
  }
  return position;
}
