import { isObject, type JsonObject } from '../bytes/json.ts';
import { TrustListError } from './trust-list-error.ts';

/** Readers for lists that must have exactly the right form: each returns the value or fails with MALFORMED_JSON. */

export function parseStrictJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TrustListError('MALFORMED_JSON', 'the list is not JSON', { cause });
  }
}

export function objectAt(value: unknown, where: string): JsonObject {
  if (!isObject(value)) throw malformed(`${where} is not an object`);
  return value;
}

export function itemsAt(value: unknown, where: string): [item: unknown, where: string][] {
  if (!Array.isArray(value)) throw malformed(`${where} is not an array`);
  return value.map((item: unknown, index) => [item, `${where}[${index}]`]);
}

export function stringAt(value: unknown, where: string): string {
  if (typeof value !== 'string') throw malformed(`${where} is not a string`);
  return value;
}

export function malformed(message: string): TrustListError {
  return new TrustListError('MALFORMED_JSON', message);
}
