import { isObject, parseJson } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';

/** `SecurityData` (TC260-PG-202511A) as far as it can be checked. */
export interface SecurityData {
  /** Type and version are the ones of the guide. */
  isKnownForm: boolean;
  /** The algorithm that a structure without signatures still names. */
  algorithm: string | null;
  signatures: SecuritySignature[];
  keys: SecurityKey[];
}

export interface SecuritySignature {
  algorithm: string;
  /** What was signed, in lower case. */
  target: string;
  value: string;
  keyId: string;
}

export interface SecurityKey {
  id: string;
  value: string;
}

const TYPE = 'TC260PG';
const VERSION = '1';

/** The structure inside a reserved code, or null when it holds something else. Writers differ in case and nesting. */
export function decodeSecurityData(text: string): SecurityData | null {
  const outer = parseObject(text);
  if (outer === null) return null;
  const inner = objectOf(member(outer, 'SecurityData'));
  const data = inner ?? outer;
  const type = textOf(member(data, 'Type')).trim();
  if (inner === null && type.toUpperCase() !== TYPE) return null;
  const items = listOf(member(data, 'PubSD'));
  return {
    isKnownForm: type === TYPE && textOf(member(data, 'Version')) === VERSION,
    algorithm: textOf(member(data, 'AlgID')) || null,
    signatures: itemsOf(items, 'DS').map(decodeSignatureItem),
    keys: itemsOf(items, 'PubKey').map((item) => ({
      id: textOf(member(item, 'KeyID')),
      value: textOf(member(item, 'KeyValue')),
    })),
  };
}

function decodeSignatureItem(item: object): SecuritySignature {
  const signed = member(item, 'TBSData');
  return {
    algorithm: textOf(member(item, 'AlgID')),
    target: textOf(member(objectOf(signed) ?? {}, 'Type')).toLowerCase(),
    value: textOf(member(item, 'Signature')),
    keyId: textOf(member(item, 'KeyID')),
  };
}

function itemsOf(items: readonly object[], type: string): object[] {
  return items.filter((item) => textOf(member(item, 'Type')) === type).slice(0, LIMITS.labelSecurityItems);
}

function parseObject(text: string): object | null {
  if (text.length > LIMITS.labelBytes || !text.trimStart().startsWith('{')) return null;
  return objectOf(parseJson(text));
}

/** Some writers put an object where the guide has one, others its text. */
function objectOf(value: unknown): object | null {
  if (typeof value === 'string') return parseObject(value);
  return isObject(value) ? value : null;
}

function listOf(value: unknown): object[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.slice(0, 2 * LIMITS.labelSecurityItems).flatMap((item) => objectOf(item) ?? []);
}

/** The first member of that name in any case. */
function member(object: object, name: string): unknown {
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([key]) => key.length === name.length && key.toLowerCase() === wanted)?.[1];
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}
