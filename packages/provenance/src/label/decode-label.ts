import { parseJson } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';
import type { ItemEncoding } from '../media/metadata-item.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import { looksLikeJson, trimFiller, unwrapObject } from './json-layers.ts';
import { jsonMembers, type JsonMember } from './json-text.ts';
import {
  hasCoreKey,
  labelKeyOf,
  mapMembers,
  mentionsCoreKey,
  type LabelMember,
  type MappedMembers,
} from './label-keys.ts';

type LabelValue = { bytes: Uint8Array; encoding: ItemEncoding } | { text: string };

/** What a value's place says about it. */
export interface LabelPlace {
  /** The namespace of TC260 makes it a label, whatever it holds. */
  isNamespaced: boolean;
  /** The place has AIGC in its name (the default). Elsewhere a text must meet more conditions. */
  isNamed?: boolean;
}

export type DecodedLabel =
  | ({ kind: 'decoded'; form: 'bare' | 'wrapped'; text: string } & MappedMembers)
  /** Nothing but blanks and zeros: what is left after a label was wiped. */
  | { kind: 'empty' }
  /** Meant to be a label, but unreadable. */
  | { kind: 'undecodable'; text: string; isTooLarge: boolean }
  | { kind: 'not_a_label'; isTooLarge: boolean };

/** Reads one value as a label, in every form seen in files. Never throws; the time is linear in the size. */
export function decodeLabel(input: LabelValue & LabelPlace): DecodedLabel {
  const isTooLarge = ('text' in input ? input.text : input.bytes).length > LIMITS.labelBytes;
  const text = trimFiller(textOf(input, isTooLarge ? LIMITS.labelRawChars : Infinity));
  const place = { isNamespaced: input.isNamespaced, isNamed: input.isNamed ?? true };
  if (isTooLarge) return spoilt(text, text, place, isTooLarge);
  if (text === '') return { kind: 'empty' };
  if (!place.isNamespaced && !place.isNamed && !looksLikeJson(text)) return { kind: 'not_a_label', isTooLarge };

  const deviations = new Set<string>();
  const object = unwrapObject(text, deviations);
  // A list of words is not a damaged object, whatever the words are.
  const isList = text.startsWith('[') && !text.includes('{') && !place.isNamespaced;
  if (object === null) return isList ? { kind: 'not_a_label', isTooLarge } : spoilt(text, text, place, false);
  const isNamed = place.isNamed || deviations.has('bare-prefix');
  const { form, members, hasDuplicateKeys, unread } = takeWrapper(jsonMembers(object), deviations);
  const mapped = mapMembers(members.map(memberOf));
  if (!place.isNamespaced && !hasCoreKey(mapped.fields, isNamed || form === 'wrapped')) {
    return spoilt(text, unread, place, false);
  }
  return {
    kind: 'decoded',
    form,
    text,
    fields: mapped.fields,
    extra: mapped.extra,
    deviations: [...deviations, ...mapped.deviations],
    hasDuplicateKeys: hasDuplicateKeys || mapped.hasDuplicateKeys,
  };
}

function textOf(input: LabelValue, size: number): string {
  if ('text' in input) return input.text.slice(0, size);
  return decodeItemText(input.bytes.subarray(0, size), input.encoding);
}

/** Unreadable text is still a finding when its place or the names in it say that it was meant to be a label. */
function spoilt(
  text: string,
  witness: string,
  { isNamespaced, isNamed = true }: LabelPlace,
  isTooLarge: boolean,
): DecodedLabel {
  const isMeant = isNamespaced || ((isNamed || looksLikeJson(text)) && mentionsCoreKey(witness, isNamed));
  return isMeant ? { kind: 'undecodable', text, isTooLarge } : { kind: 'not_a_label', isTooLarge };
}

interface Wrapped {
  form: 'bare' | 'wrapped';
  members: JsonMember[];
  hasDuplicateKeys: boolean;
  /** The text of a member AIGC that does not hold an object. */
  unread: string;
}

/** Removes the wrapper `{"AIGC": …}`, whose value may be an object or the text of one. */
function takeWrapper(outer: JsonMember[], deviations: Set<string>): Wrapped {
  const wrapped: Wrapped = { form: 'bare', members: outer, hasDuplicateKeys: false, unread: '' };
  for (let level = 0; level < LIMITS.labelDepth; level += 1) {
    const wrappers = wrapped.members.filter(({ key }) => key.trim().toLowerCase() === 'aigc');
    const last = wrappers.at(-1);
    if (last === undefined) break;
    const object = objectOf(last.json, deviations);
    if (object === null) {
      wrapped.unread = last.json;
      break;
    }
    wrapped.hasDuplicateKeys ||= wrappers.length > 1;
    if (last.key !== 'AIGC') deviations.add(`key-spelling:${last.key.slice(0, 64)}`);
    wrapped.form = 'wrapped';
    wrapped.members = jsonMembers(object);
  }
  return wrapped;
}

function objectOf(json: string, deviations: Set<string>): string | null {
  if (json.startsWith('{')) return json;
  const text = json.startsWith('"') ? parseJson(json) : null;
  if (typeof text !== 'string') return null;
  const found = new Set(['double-encoded']);
  const object = unwrapObject(text, found);
  if (object !== null) for (const one of found) deviations.add(one);
  return object;
}

function memberOf({ key, json }: JsonMember): LabelMember {
  // For a member that labels do not have only the name counts; there may be very many.
  if (labelKeyOf(key) === null) return { name: key, text: '', type: 'string' };
  if (json.startsWith('{') || json.startsWith('[')) {
    return { name: key, text: JSON.stringify(parseJson(json)), type: 'object' };
  }
  const value = parseJson(json);
  if (typeof value === 'string') return { name: key, text: value, type: 'string' };
  return { name: key, text: json, type: value === null ? 'null' : 'non-string' };
}
