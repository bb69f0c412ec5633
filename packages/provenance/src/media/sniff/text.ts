import { hasBytes } from '../../bytes/match.ts';
import { findFrontMatter } from '../front-matter.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** Control characters that text has: tab, line feed, form feed, carriage return. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d]);
/** A line of its own between blank lines; elsewhere `# ` begins a comment of many languages. */
const HEADING = /(?:^|\n[ \t]*\r?\n)#{1,6} \S[^\n]*\r?\n[ \t]*(?:\r?\n|$)/;
const CODE_FENCE = /(?:^|\n)(?:```|~~~)/;
const LINK = /\[[^[\]\n]{1,200}\]\([^()\s]{1,500}\)/;

/** Text has no mark: it is what decodes without control characters. Markdown is told by marks that prose has not. */
export function sniffText(window: SniffWindow): MediaType | null {
  const text = decodeText(window);
  if (text === null || text === '') return null;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code < 0x20 && !TEXT_CONTROLS.has(code)) || code === 0x7f) return null;
  }
  return isMarkdown(text) ? 'text/markdown' : 'text/plain';
}

function isMarkdown(text: string): boolean {
  for (const { place, isClosed } of findFrontMatter(text)) {
    if (place === 'head' && isClosed) return true;
    break;
  }
  return HEADING.test(text) || CODE_FENCE.test(text) || LINK.test(text);
}

/** Null when neither UTF-8 nor marked as UTF-16. The window may end inside a character. */
function decodeText({ head, size }: SniffWindow): string | null {
  const stream = size > head.length;
  if (hasBytes(head, 0, [0xff, 0xfe])) return decode(head, 'utf-16le', stream);
  if (hasBytes(head, 0, [0xfe, 0xff])) return decode(head, 'utf-16be', stream);
  return decode(head, 'utf-8', stream);
}

function decode(bytes: Uint8Array, label: string, stream: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
