import { LIMITS } from '../../limits.ts';
import { checkLabel } from '../check-label.ts';
import { decodeLabel } from '../decode-label.ts';
import {
  LABEL_KEYS,
  labelFieldsOf,
  type LabelFields,
  type LabelFinding,
  type LabelKey,
  type LabelSite,
} from '../facts.ts';
import { encodeLabel, type LabelText } from './label-text.ts';

/** The parts of an existing label that decide what may be written. */
export type ExistingLabel = Pick<LabelSite, 'state' | 'fields' | 'location'>;

/** What to do with a file that already has a label. */
export const LABEL_POLICIES = ['reject', 'keep', 'replace_propagation', 'replace'] as const;

export type LabelPolicy = (typeof LABEL_POLICIES)[number];

/** The elements that a caller gives; the rest is derived or taken from the existing label. */
export type LabelRequest = Partial<Record<LabelKey, string>>;

/** Why a request or a file is refused: a rule of the table, or another reason. */
export type LabelRefusal =
  /** The text is not a JSON object of the label's seven elements, all strings. */
  | { kind: 'not_a_label'; detail: string }
  /** The label would break rules. */
  | { kind: 'rules'; findings: LabelFinding[] }
  /** AIGC-080: the file has a label, and the policy is to leave it alone. */
  | { kind: 'already_labelled'; location: string }
  /** `replace_propagation`: the existing label cannot be kept, or the request gives other values for its part. */
  | { kind: 'cannot_keep'; detail: string };

export type LabelDecision =
  | { kind: 'write'; label: LabelText; replaces: boolean }
  | { kind: 'keep' }
  | { kind: 'refused'; refusal: LabelRefusal };

/** The elements that a distributing platform writes; the others stay with the producer (GB 45438-2025 Annex E). */
const PROPAGATION_KEYS: readonly LabelKey[] = ['ContentPropagator', 'PropagateID', 'ReservedCode2'];
const PRODUCTION_KEYS = LABEL_KEYS.filter((key) => !PROPAGATION_KEYS.includes(key));

/** Reads the label of a request: JSON text, bare or wrapped. Stricter than the reader: a writer knows what it means. */
export function decodeLabelRequest(text: string): LabelRequest | LabelRefusal {
  if (text.length > LIMITS.labelWriteBytes) return { kind: 'not_a_label', detail: 'too long' };
  const decoded = decodeLabel({ text, encoding: null, isNamespaced: false });
  if (decoded.kind !== 'decoded') return { kind: 'not_a_label', detail: 'not a JSON object of label elements' };
  const [deviation] = [
    ...decoded.deviations,
    ...(decoded.hasDuplicateKeys ? ['duplicate-keys'] : []),
    ...decoded.extra,
  ];
  if (deviation !== undefined) return { kind: 'not_a_label', detail: deviation.slice(0, 100) };
  const given = LABEL_KEYS.flatMap((key): [LabelKey, string][] => {
    const value = decoded.fields[key];
    return value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(given);
}

export function isLabelRefusal(answer: LabelRequest | LabelRefusal): answer is LabelRefusal {
  return 'kind' in answer;
}

/**
 * The label to write, from what the caller gives and what the file has. On the first write the propagation elements repeat
 * the production elements (GB 45438-2025 Annex E, note 1).
 */
export function decideLabel(
  request: LabelRequest,
  policy: LabelPolicy,
  existing: readonly ExistingLabel[],
): LabelDecision {
  const [first] = existing;
  if (first === undefined) return checked(completed(request), LABEL_KEYS, false);
  switch (policy) {
    case 'reject':
      return { kind: 'refused', refusal: { kind: 'already_labelled', location: first.location } };
    case 'keep':
      return { kind: 'keep' };
    case 'replace':
      return checked(completed(request), LABEL_KEYS, true);
    case 'replace_propagation':
      return withPropagation(request, existing);
  }
}

/** The rules that a complete label breaks; it may be written when there are none. */
function checkLabelText(label: LabelText, keys: readonly LabelKey[] = LABEL_KEYS): LabelFinding[] {
  const site = {
    carrier: 'xmp',
    location: '',
    placement: 'standard',
    offset: 0,
    length: 0,
    state: 'decoded',
    form: 'bare',
    deviations: [],
    fields: label,
    extra: [],
    raw: encodeLabel(label),
    expectedForm: 'bare',
    isNamespaced: true,
    xmpName: null,
    hasDuplicateKeys: false,
    intact: true,
  } as const;
  const { findings } = checkLabel({ ...site, deviations: [], extra: [] }, { signatures: 0 });
  return findings.filter(({ severity, values }) => {
    const key = LABEL_KEYS.find((known) => known === values['key']);
    return severity !== 'info' && (key === undefined || keys.includes(key));
  });
}

function withPropagation(request: LabelRequest, existing: readonly ExistingLabel[]): LabelDecision {
  const [first, second] = existing;
  if (first === undefined || first.state !== 'decoded') return cannotKeep('the label that is there cannot be read');
  if (second !== undefined) return cannotKeep('the file has more than one label');
  const other = PRODUCTION_KEYS.find((key) => request[key] !== undefined && request[key] !== (first.fields[key] ?? ''));
  if (other !== undefined) return cannotKeep(`${other} is the producer's and differs from the label that is there`);
  return checked({ ...filled(first.fields), ...propagationOf(request) }, PROPAGATION_KEYS, true);
}

function propagationOf(request: LabelRequest): Pick<LabelText, 'ContentPropagator' | 'PropagateID' | 'ReservedCode2'> {
  return {
    ContentPropagator: request.ContentPropagator ?? '',
    PropagateID: request.PropagateID ?? '',
    ReservedCode2: request.ReservedCode2 ?? '',
  };
}

function checked(label: LabelText, keys: readonly LabelKey[], replaces: boolean): LabelDecision {
  const findings = checkLabelText(label, keys);
  if (findings.length > 0) return { kind: 'refused', refusal: { kind: 'rules', findings } };
  return { kind: 'write', label, replaces };
}

function completed(request: LabelRequest): LabelText {
  return {
    ...filled(request),
    ContentPropagator: request.ContentPropagator ?? request.ContentProducer ?? '',
    PropagateID: request.PropagateID ?? request.ProduceID ?? '',
  };
}

function filled(fields: Partial<LabelFields>): LabelText {
  return labelFieldsOf((key) => fields[key] ?? '');
}

function cannotKeep(detail: string): LabelDecision {
  return { kind: 'refused', refusal: { kind: 'cannot_keep', detail } };
}
