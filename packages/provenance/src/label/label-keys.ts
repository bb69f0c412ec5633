import { LABEL_KEYS, labelFieldsOf, type LabelFields, type LabelKey } from './facts.ts';

/** Spellings seen in files and in the parameters of vendors' interfaces, without case and `_`. */
const SPELLINGS = new Map<string, LabelKey>([
  ...LABEL_KEYS.map((key): [string, LabelKey] => [key.toLowerCase(), key]),
  ['producerid', 'ProduceID'],
  ['propagatorid', 'PropagateID'],
  ['reservecode1', 'ReservedCode1'],
  ['reservecode2', 'ReservedCode2'],
]);

/** Any one of these keys makes an object a label where no name does. `Label` alone is a word of everyday use. */
const CORE_KEYS = new Set<LabelKey>(['Label', 'ContentProducer', 'ProduceID', 'ContentPropagator', 'PropagateID']);

/** The longest name that is worth comparing; deviations repeat it. */
const MAX_KEY_CHARS = 64;

/** One named value of a label, of whatever kind its container has. */
export interface LabelMember {
  name: string;
  text: string;
  type: 'string' | 'non-string' | 'null' | 'object';
}

/** A label's members under their own names. */
export interface MappedMembers {
  fields: LabelFields;
  extra: string[];
  deviations: string[];
  hasDuplicateKeys: boolean;
}

/** The element that a name means: blanks around it, a colon inside it and its case are forgiven. */
export function labelKeyOf(name: string): LabelKey | null {
  if (name.length > MAX_KEY_CHARS) return null;
  const plain = name.trim();
  const bare = plain.endsWith(':') ? plain.slice(0, -1).trim() : plain;
  return SPELLINGS.get(bare.toLowerCase().replaceAll('_', '')) ?? null;
}

/**
 * Sorts members into the seven elements. Of two spellings of one element the first counts and the other is an extra; of
 * one name that is repeated the last counts, as for every JSON parser.
 */
export function mapMembers(members: Iterable<LabelMember>): MappedMembers {
  const fields = emptyFields();
  const takenBy = new Map<LabelKey, LabelMember>();
  const extra = new Set<string>();
  let hasDuplicateKeys = false;
  for (const member of members) {
    const key = labelKeyOf(member.name);
    const earlier = key === null ? undefined : takenBy.get(key);
    if (key === null || (earlier !== undefined && earlier.name !== member.name)) {
      hasDuplicateKeys ||= extra.has(member.name);
      extra.add(member.name);
    } else {
      hasDuplicateKeys ||= earlier !== undefined;
      fields[key] = member.type === 'null' ? '' : member.text;
      takenBy.set(key, member);
    }
  }
  const deviations = [...takenBy].flatMap(([key, { name, type }]) => [
    ...(name === key ? [] : [`key-spelling:${name}`]),
    ...(type === 'string' ? [] : [`${type}:${key}`]),
  ]);
  return { fields, extra: [...extra], deviations, hasDuplicateKeys };
}

/** No element at all. */
export function emptyFields(): LabelFields {
  return labelFieldsOf(() => null);
}

/** Whether the members are those of a label. In a place with AIGC in its name `Label` alone will do. */
export function hasCoreKey(fields: LabelFields, isNamed: boolean): boolean {
  return LABEL_KEYS.some((key) => fields[key] !== null && CORE_KEYS.has(key) && (isNamed || key !== 'Label'));
}

/** The same question of a text that cannot be read: names in quotes or before a colon, in any of their spellings. */
export function mentionsCoreKey(text: string, isNamed: boolean): boolean {
  if (/Content_?(?:Produce|Propagato)r|(?:Produce|Propagate)r?_?ID/i.test(text)) return true;
  return isNamed && /["']Label\\?["']|&quot;Label&quot;/i.test(text);
}
