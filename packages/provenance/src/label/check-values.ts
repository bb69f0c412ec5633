import { LIMITS } from '../limits.ts';
import { LABEL_KEYS, type LabelFinding, type LabelKey, type ProviderFacts } from './facts.ts';
import { finding, nameSome } from './finding.ts';
import type { LocatedLabel } from './locate.ts';

/** What the decoder had to repair before it could read the value (rule AIGC-003), in its own words. */
const REPAIRS = new Set(['bare-prefix', 'trailing-bytes', 'extra-entity-escape', 'over-escaped', 'double-encoded']);
const SPELLING = 'key-spelling:';
const NOT_A_STRING = ['non-string:', 'null:', 'object:'];

/** How the value is written: AIGC-003 to 007 and 012. */
export function checkForm(site: LocatedLabel): LabelFinding[] {
  const { deviations, extra, form, expectedForm } = site;
  const findings: LabelFinding[] = [];
  const repairs = deviations.filter((word) => REPAIRS.has(word));
  if (repairs.length > 0) findings.push(finding('AIGC-003', { repairs: nameSome(repairs) }));
  const hasOtherForm = form !== expectedForm && expectedForm !== 'either' && form !== 'fields' && form !== null;
  if (hasOtherForm) findings.push(finding('AIGC-004', {}));
  if (site.hasDuplicateKeys || deviations.includes('duplicate-keys')) findings.push(finding('AIGC-005', {}));
  if (extra.length > 0) findings.push(finding('AIGC-006', { count: String(extra.length), names: nameSome(extra) }));
  for (const name of withPrefix(deviations, SPELLING)) findings.push(finding('AIGC-007', { name }));
  const types = new Set(NOT_A_STRING.flatMap((prefix) => withPrefix(deviations, prefix)));
  for (const key of LABEL_KEYS) if (types.has(key)) findings.push(finding('AIGC-012', { key }));
  return findings;
}

/** A file may misspell a key in very many ways, so only some are repeated. */
function withPrefix(deviations: readonly string[], prefix: string): string[] {
  const rests = deviations.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length));
  return [...new Set(rests)].slice(0, LIMITS.labelFindingNames);
}

/** Which of the seven elements are present: AIGC-010 to 025. */
export function checkElements({ fields }: LocatedLabel, producer: ProviderFacts | null): LabelFinding[] {
  const findings: LabelFinding[] = [];
  const { Label: label } = fields;
  if (label === null) findings.push(finding('AIGC-010', {}));
  else if (!['1', '2', '3'].includes(label)) findings.push(finding('AIGC-011', { value: label }));
  if (isHedging(fields, producer)) findings.push(finding('AIGC-013', { value: label ?? '' }));
  if (isBlank(fields.ContentProducer)) findings.push(finding('AIGC-020', {}));
  if (isBlank(fields.ProduceID)) findings.push(finding('AIGC-021', {}));
  findings.push(...checkPropagation(fields));
  for (const key of ['ReservedCode1', 'ReservedCode2'] as const) {
    if (fields[key] === null) findings.push(finding('AIGC-025', { key }));
  }
  return findings;
}

function checkPropagation(fields: LocatedLabel['fields']): LabelFinding[] {
  const keys = ['ContentPropagator', 'PropagateID'] as const;
  const absent = keys.filter((key) => fields[key] === null);
  if (absent.length > 0) return absent.map((key) => finding('AIGC-022', { key }));
  const blank = keys.filter((key) => isBlank(fields[key]));
  if (blank.length === keys.length) return [finding('AIGC-023', {})];
  return blank.map((key) => finding('AIGC-024', { key }));
}

/** "Possibly" and "suspected" are for platforms (Measures, article 6), but here only the generator makes a statement. */
function isHedging(fields: LocatedLabel['fields'], producer: ProviderFacts | null): boolean {
  if (fields.Label !== '2' && fields.Label !== '3') return false;
  const { ContentPropagator: propagator } = fields;
  const hasPropagator = !isBlank(propagator) && propagator !== fields.ContentProducer;
  return producer?.service_type === 'generation' && !hasPropagator;
}

function isBlank(value: string | null): boolean {
  return value === null || value.trim() === '';
}

/** Values that a program leaves behind when nobody filled in the real one. */
const LEFT_BEHIND = [
  /^value[1-7]$/i,
  /%![a-z]\(/i,
  /^(?:null|undefined|none|nil|nan|n\/a|\[object object\])$/i,
  /^-*0[0-]*$/,
  // "Testin" is the name of a company.
  /^(?:[Tt]est|TEST)(?![a-z])/,
];
/** Annex E j): printable ASCII without blank and backslash; the quotation mark comes escaped in JSON. */
const OTHER_CHARACTER = /[^\x21-\x5B\x5D-\x7E]/;
/** Control characters, halves of surrogate pairs, and the character by which decoders replace bytes that are not text. */
const NO_TEXT = /[\p{Cc}\p{Cs}\uFFFD]/u;

/** What the values are made of: AIGC-026 to 032. */
export function checkText({ fields }: LocatedLabel): LabelFinding[] {
  const findings = LABEL_KEYS.flatMap((key) => checkValue(key, fields[key] ?? ''));
  const isLong = LABEL_KEYS.some((key) => (fields[key] ?? '').length > LIMITS.labelWriteValueChars);
  if (isLong) findings.push(finding('AIGC-032', { limit: String(LIMITS.labelWriteValueChars) }));
  else if (Buffer.byteLength(JSON.stringify(fields)) > LIMITS.labelWriteBytes) {
    findings.push(finding('AIGC-032', { limit: String(LIMITS.labelWriteBytes) }));
  }
  return findings;
}

function checkValue(key: LabelKey, value: string): LabelFinding[] {
  const findings: LabelFinding[] = [];
  // A template leaves short values behind; a long one says something.
  const isShort = value.length <= LIMITS.labelWriteValueChars;
  if (key !== 'Label' && isShort && LEFT_BEHIND.some((pattern) => pattern.test(value))) {
    findings.push(finding('AIGC-026', { key, value }));
  }
  if (NO_TEXT.test(value)) findings.push(finding('AIGC-031', { key }));
  else if (OTHER_CHARACTER.test(value)) findings.push(finding('AIGC-030', { key }));
  return findings;
}
