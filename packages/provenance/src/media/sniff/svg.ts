import { hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/**
 * SVG: the first element is `svg`, behind an optional byte order mark, XML declaration, comments and document type.
 * The text is only stepped over; no entity is read, so entity bombs and external entities have nothing to act on.
 */
export function sniffSvg(window: SniffWindow): MediaType | null {
  const text = decodeText(window.head);
  let position = 0;
  for (;;) {
    position = skipSpace(text, position);
    if (text.startsWith('<?', position)) position = behind(text, position + 2, '?>');
    else if (text.startsWith('<!--', position)) position = behind(text, position + 4, '-->');
    else if (/^<!DOCTYPE\b/i.test(text.slice(position, position + 10))) position = behindDoctype(text, position + 9);
    else
      return /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg[\s/>]/.test(text.slice(position, position + 80))
        ? 'image/svg+xml'
        : null;
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
