import { parseJson } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';
import { takeJson } from './json-text.ts';

const NAME = 'aigc';

/**
 * The JSON object that a text holds, under the layers that writers put around it: its name, HTML entities, backslashes, a
 * JSON string. The layers that were removed are added to `deviations`. Null when there is no object.
 */
export function unwrapObject(text: string, deviations: Set<string>): string | null {
  let rest = text;
  for (let level = 0; level < LIMITS.labelDepth; level += 1) {
    rest = trimFiller(rest);
    const unnamed = behindName(rest);
    if (unnamed !== null) {
      deviations.add('bare-prefix');
      rest = unnamed;
    }
    const json = repairJson(rest, deviations);
    if (json === null || json.startsWith('{')) return json;
    const inner = parseJson(json);
    if (typeof inner !== 'string') return null;
    deviations.add('double-encoded');
    rest = inner;
  }
  return null;
}

/** Text without the blanks, zeros and byte order marks at its ends; by hand, as a pattern would take quadratic time. */
export function trimFiller(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isFiller(text.charCodeAt(start))) start += 1;
  while (end > start && isFiller(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a text can be a label at all, by its first character: checked where any text may occur. */
export function looksLikeJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('"') || text.startsWith('&') || behindName(text) !== null;
}

function isFiller(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0xfeff;
}

/** What follows `AIGC`, with or without `:` or `=`, when it is an object or a string. */
function behindName(text: string): string | null {
  let at = 0;
  // Where the place already has the name in front, writers add it a second time.
  for (let names = 0; names < LIMITS.labelDepth && hasName(text, at); names += 1) {
    at = skipFiller(text, at + NAME.length);
    if (text[at] === ':' || text[at] === '=') at = skipFiller(text, at + 1);
  }
  return at > 0 && (text[at] === '{' || text[at] === '"') ? text.slice(at) : null;
}

function hasName(text: string, at: number): boolean {
  return text.slice(at, at + NAME.length).toLowerCase() === NAME;
}

function skipFiller(text: string, from: number): number {
  let at = from;
  while (at < text.length && isFiller(text.charCodeAt(at))) at += 1;
  return at;
}

function repairJson(text: string, deviations: Set<string>): string | null {
  let candidate = text;
  for (let round = 0; round <= LIMITS.labelEntityRounds; round += 1) {
    const plain = validJson(candidate);
    const json = plain ?? unescapeJson(candidate);
    if (json !== null) {
      if (round > 0) deviations.add('extra-entity-escape');
      if (plain === null) deviations.add('over-escaped');
      else if (json.length < candidate.length) deviations.add('trailing-bytes');
      return json;
    }
    const next = candidate.length > LIMITS.labelRepairChars ? candidate : unescapeEntities(candidate);
    if (next === candidate) return null;
    candidate = next;
  }
  return null;
}

function validJson(text: string): string | null {
  const json = takeJson(text);
  return json === null || parseJson(json) === undefined ? null : json;
}

/** An object whose quotes have backslashes, as it would be inside a JSON string; or where only the quotes have them. */
function unescapeJson(text: string): string | null {
  if (text.length > LIMITS.labelRepairChars || !text.includes('\\"')) return null;
  const whole = parseJson(`"${text}"`);
  return (typeof whole === 'string' ? validJson(whole) : null) ?? validJson(text.replaceAll('\\"', '"'));
}

const NAMED_ENTITIES = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
]);

function unescapeEntities(text: string): string {
  return text.replaceAll(/&(amp|quot|apos|lt|gt|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (entity: string, name: string) => {
    const known = NAMED_ENTITIES.get(name.toLowerCase());
    if (known !== undefined) return known;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
  });
}
