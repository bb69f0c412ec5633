import { isObject, parseJson, type JsonObject } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';

/** JSON as generators write it. An attacker may control its members: read them with the functions below. */
export type LoosePayload = JsonObject;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACE_OPEN, BRACE_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = [0x7b, 0x7d, 0x5b, 0x5d];
const [MINUS, LETTER_I, LETTER_N] = [0x2d, 0x49, 0x4e];
/** Python and JavaScript write these, but they are not valid JSON numbers. */
const NO_NUMBERS = ['-Infinity', 'Infinity', 'NaN'];

/** Text that is safe for a JSON parser, or where we gave up: decided before anything recursive sees it. */
export type CheckedJson = { json: string } | { refusedAt: number };

/**
 * Bare NaN and Infinity become null, trailing zeros are cut. Refused when it nests deeper than `LIMITS.vendorJsonDepth`.
 * Linear, and at the first bracket too many it stops.
 */
export function checkJson(stored: string): CheckedJson {
  const text = trimZeros(stored);
  const parts: string[] = [];
  let [depth, copied] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1;
    } else if (code === BRACE_OPEN || code === BRACKET_OPEN) {
      depth += 1;
      if (depth > LIMITS.vendorJsonDepth) return { refusedAt: at };
    } else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) {
      depth -= 1;
    } else if (code === MINUS || code === LETTER_I || code === LETTER_N) {
      const word = NO_NUMBERS.find((name) => text.startsWith(name, at));
      if (word === undefined) continue;
      parts.push(text.slice(copied, at), 'null');
      copied = at + word.length;
      at = copied - 1;
    }
  }
  return { json: parts.join('') + text.slice(copied) };
}

/** The object in a text; null when it is not a JSON object, or is too long or too deep. */
export function parsePayload(text: string): LoosePayload | null {
  if (text.length > LIMITS.vendorPayloadChars || !startsObject(text)) return null;
  const checked = checkJson(text);
  return 'json' in checked ? asObject(parseJson(checked.json)) : null;
}

/** Whether a text can be an object at all: checked for every field before anything is counted or read. */
export function startsObject(text: string): boolean {
  return /^\s{0,16}\{/.test(text);
}

export function asObject(value: unknown): LoosePayload | null {
  return isObject(value) ? value : null;
}

/** An own member of an object; a prototype's members are not data. */
export function memberOf(payload: LoosePayload | null, key: string): unknown {
  return payload !== null && Object.hasOwn(payload, key) ? payload[key] : undefined;
}

export function objectIn(payload: LoosePayload | null, key: string): LoosePayload | null {
  return asObject(memberOf(payload, key));
}

export function textIn(payload: LoosePayload | null, key: string): string | null {
  const value = memberOf(payload, key);
  return typeof value === 'string' ? value : null;
}

export function listIn(payload: LoosePayload | null, key: string): readonly unknown[] {
  const value = memberOf(payload, key);
  return Array.isArray(value) ? value : [];
}

/** The offset after the closing quote of the string that begins here; the text's end when it does not close. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** Writers in C store the zero that ends their string. */
function trimZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}
