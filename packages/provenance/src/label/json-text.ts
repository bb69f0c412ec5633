import { parseJson } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/**
 * The JSON value at the start of a text and nothing after it: for an object or a list, up to the bracket that closes it.
 * Null when it never closes or nests deeper than `LIMITS.labelJsonDepth`. Runs in linear time, before any recursive parser.
 */
export function takeJson(text: string): string | null {
  if (!OPENING.has(text.charCodeAt(0))) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1;
    } else if (OPENING.has(code)) {
      depth += 1;
      if (depth > LIMITS.labelJsonDepth) return null;
    } else if (CLOSING.has(code)) {
      depth -= 1;
      if (depth === 0) return text.slice(0, at + 1);
    }
  }
  return null;
}

export interface JsonMember {
  key: string;
  /** The value's own text: numbers keep all their digits. */
  json: string;
}

/** The members of an object in the order of its text, repeated names too. Only for text that `parseJson` has read. */
export function jsonMembers(object: string): JsonMember[] {
  const members: JsonMember[] = [];
  let at = 1;
  for (;;) {
    const keyStart = object.indexOf('"', at);
    if (keyStart === -1) return members;
    const keyEnd = stringEnd(object, keyStart);
    const valueStart = object.indexOf(':', keyEnd) + 1;
    const valueEnd = memberEnd(object, valueStart);
    const key = object.slice(keyStart + 1, keyEnd - 1);
    const json = object.slice(valueStart, valueEnd).trim();
    members.push({ key: key.includes('\\') ? unescapeKey(key) : key, json });
    at = valueEnd + 1;
  }
}

function unescapeKey(key: string): string {
  const value = parseJson(`"${key}"`);
  return typeof value === 'string' ? value : key;
}

/** The position of the comma or brace after a member's value. */
function memberEnd(object: string, start: number): number {
  let depth = 0;
  for (let at = start; at < object.length; at += 1) {
    const code = object.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(object, at) - 1;
    else if (OPENING.has(code)) depth += 1;
    else if (depth > 0 && CLOSING.has(code)) depth -= 1;
    else if (depth === 0 && (code === 0x2c || CLOSING.has(code))) return at;
  }
  return object.length;
}

/** The position after the closing quote of the string that begins here; the text's end when it does not close. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}
