import { isObject, type JsonObject } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';

/** Readers for JSON whose shape an attacker can influence: each returns the value, or null / empty when it has another type. */

export type LooseRecord = JsonObject;

export function decodeRecord(value: unknown): LooseRecord {
  return isObject(value) ? value : {};
}

export function decodeList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, LIMITS.factListItems) : [];
}

/** Text cut to a length that fits a report; the whole value stays in the crJSON. */
export function decodeText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.length > LIMITS.factTextChars ? `${value.slice(0, LIMITS.factTextChars)}…` : value;
}

/** A string, or the `name` of an object: several C2PA fields changed from one to the other between versions. */
export function decodeNamed(value: unknown): string | null {
  return decodeText(value) ?? decodeText(decodeRecord(value)['name']);
}

/** A name, a version or a short value, cut to the length allowed for it. */
export function decodeName(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, LIMITS.factNameChars) : null;
}

/** RFC 3339 with milliseconds in UTC, as everywhere in our output; null when it is not a time. */
export function decodeTime(value: unknown): string | null {
  const milliseconds = Date.parse(decodeText(value) ?? '');
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}
