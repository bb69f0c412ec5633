import { isAlias, isMap, isScalar, parseDocument, type Node, type Pair } from 'yaml';
import { LIMITS } from '../limits.ts';
import { decodeLabel, type DecodedLabel } from './decode-label.ts';
import { hasCoreKey, mapMembers, mentionsCoreKey, type LabelMember, type MappedMembers } from './label-keys.ts';

export type FrontMatterLabel = DecodedLabel | ({ kind: 'decoded'; form: 'fields'; text: string } & MappedMembers);

/** A line that begins the label: indented as far as all keys beside it, with or without quotes around the name. */
const KEY_LINE = /^( {0,16})(["']?)(aigc)\2 {0,16}:(?=\s|$)/gim;
/** Indentation of the first line that holds anything but a comment. */
const FIRST_INDENT = /^ {0,16}(?=[^\s#])/m;

/**
 * The label in the YAML of a text document (TC260-PG-20258A clause 6.5): a mapping of the seven elements, or their JSON on
 * one line. Only the label's own lines are read, so that the text around them cannot break or slow the reading.
 */
export function readFrontMatterLabel(yaml: string): FrontMatterLabel {
  if (/^\s{0,16}\{/.test(yaml)) return decodeLabel({ text: yaml, isNamespaced: false, isNamed: false });
  const block = takeBlock(yaml);
  if (block === null) return { kind: 'not_a_label', isTooLarge: false };
  const isTooLarge = block.text.length > LIMITS.labelYamlBytes;
  const spoilt = spoiltBlock(block.text, isTooLarge);
  if (isTooLarge) return spoilt;
  const asJson = decodeLabel({ text: block.value, isNamespaced: false });
  if (asJson.kind === 'empty') return asJson;
  if (asJson.kind === 'decoded') return { ...asJson, deviations: [...block.deviations, ...asJson.deviations] };
  if (!isSimple(block.text)) return spoilt.kind === 'undecodable' ? { ...spoilt, isTooLarge: true } : spoilt;

  // Without a schema all scalars are text: a code of 27 digits stays what it is.
  const document = parseDocument(block.text, { schema: 'failsafe', prettyErrors: false, uniqueKeys: false });
  const root = document.errors.length === 0 && isMap<Node, Node | null>(document.contents) ? document.contents : null;
  const value = root?.items[0]?.value ?? null;
  if (isScalar<string>(value)) return decodeText(value.value, block);
  if (!isMap<Node, Node | null>(value)) return spoilt;
  const mapped = mapMembers(value.items.map(memberOf).filter((member) => member !== null));
  if (!hasCoreKey(mapped.fields, true)) return { kind: 'not_a_label', isTooLarge: false };
  return {
    ...mapped,
    kind: 'decoded',
    form: 'fields',
    text: block.text,
    deviations: [...block.deviations, ...mapped.deviations],
  };
}

interface Block {
  /** From the key's line to the last line that belongs to it, without the indentation of the whole. */
  text: string;
  /** The same lines without the key. */
  value: string;
  deviations: string[];
}

function takeBlock(yaml: string): Block | null {
  // Deeper lines belong to another key, or are its text.
  const [whole = ''] = FIRST_INDENT.exec(yaml) ?? [];
  let match: RegExpExecArray | null = null;
  for (const line of yaml.matchAll(KEY_LINE)) {
    match = line;
    if (line[1] === whole) break;
  }
  if (match === null || match[1] !== whole) return null;
  const [start, indent = '', , name = ''] = match;
  const [first = '', ...rest] = yaml.slice(match.index, match.index + 2 * LIMITS.labelYamlBytes).split(/\r\n|\r|\n/);
  const end = rest.findIndex((line) => line.trim() !== '' && !belongs(line, indent.length));
  const block = [first, ...(end === -1 ? rest : rest.slice(0, end))];
  return {
    text: block.map((line) => line.slice(indent.length)).join('\n'),
    value: block.join('\n').slice(start.length),
    deviations: name === 'AIGC' ? [] : [`name-spelling:${name}`],
  };
}

/** Indented deeper than the key; a bracket may close where the key begins. */
function belongs(line: string, indent: number): boolean {
  const [first = ''] = line.slice(indent, indent + 1);
  return line.slice(0, indent).trim() === '' && ' \t}]'.includes(first);
}

/** Few characters and no deep nesting: the parser takes seconds for longer text and crashes on deeper nesting. */
function isSimple(text: string): boolean {
  const signs = text.match(/[-?:,[\]{}#&*!|>'"%@`\\\n]/g) ?? [];
  let depth = 0;
  for (const sign of signs) {
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    if (depth > LIMITS.labelJsonDepth) return false;
  }
  return signs.length <= LIMITS.labelYamlSigns;
}

function spoiltBlock(text: string, isTooLarge: boolean): DecodedLabel {
  const witness = text.slice(0, LIMITS.labelYamlBytes);
  if (!mentionsCoreKey(witness, true)) return { kind: 'not_a_label', isTooLarge };
  return { kind: 'undecodable', text: witness, isTooLarge };
}

/** `AIGC: '{…}'`: a string that holds the JSON. */
function decodeText(text: string, { deviations }: Block): DecodedLabel {
  const decoded = decodeLabel({ text, isNamespaced: false });
  return decoded.kind === 'decoded' ? { ...decoded, deviations: [...deviations, ...decoded.deviations] } : decoded;
}

/** How the YAML 1.2 core schema, which most parsers use, reads a text without quotes. */
const NULL = /^(?:null|Null|NULL|~|)$/;
const NO_STRING = /^(?:true|false|[-+]?\.?\d[\d_.]*(?:e[-+]?\d+)?|0x[\da-f]+|0o[0-7]+)$/i;

function memberOf({ key, value }: Pair<Node, Node | null>): LabelMember | null {
  if (!isScalar<string>(key)) return null;
  const name = key.value;
  // An alias would repeat other text as often as its writer likes.
  if (value === null || isAlias(value)) return { name, text: '', type: 'null' };
  if (!isScalar<string>(value)) return { name, text: JSON.stringify(value), type: 'object' };
  if (value.type !== 'PLAIN') return { name, text: value.value, type: 'string' };
  if (NULL.test(value.value)) return { name, text: '', type: 'null' };
  return { name, text: value.value, type: NO_STRING.test(value.value) ? 'non-string' : 'string' };
}
