import type { LabelSeverity } from './facts.ts';

/** Who raises a rule: the checks of one label and of its parts, of all labels of a file, the writer, or the verdict. */
export type RuleScope = 'value' | 'provider' | 'placement' | 'signature' | 'file' | 'write' | 'verdict';

interface LabelRule {
  /** `error`: breaks a normative clause. `warning`: departs from a guide or a note, or weakens the label. */
  severity: LabelSeverity;
  scope: RuleScope;
  /** The source of the rule. */
  clause: string;
  /** Names of the values that its message needs. */
  values: readonly string[];
}

const E = 'GB 45438-2025 Annex E';
const ONE_LABEL = 'GB 45438-2025 clause 6.1 c)';
const CODES = 'TC260-PG-20252A';
const SECURITY = 'TC260-PG-202511A';
const GUIDES = 'TC260 practice guide of the format';
const OURS = 'Revera';

/** Every rule that a label is checked against. The messages are in `present/`, one for each id. */
export const LABEL_RULES = {
  'AIGC-001': { severity: 'error', scope: 'value', clause: `${E} b)`, values: [] },
  'AIGC-002': { severity: 'warning', scope: 'value', clause: `${E} b)`, values: [] },
  'AIGC-003': { severity: 'warning', scope: 'value', clause: `${E} b)`, values: ['repairs'] },
  'AIGC-004': { severity: 'info', scope: 'value', clause: GUIDES, values: [] },
  'AIGC-005': { severity: 'error', scope: 'value', clause: `${E} b)`, values: [] },
  'AIGC-006': { severity: 'warning', scope: 'value', clause: `${E} b)`, values: ['count', 'names'] },
  'AIGC-007': { severity: 'error', scope: 'value', clause: `${E} a) and c) to i)`, values: ['name'] },
  'AIGC-010': { severity: 'error', scope: 'value', clause: `${E} c)`, values: [] },
  'AIGC-011': { severity: 'error', scope: 'value', clause: `${E} c)`, values: ['value'] },
  'AIGC-012': { severity: 'error', scope: 'value', clause: `${E} c) to i)`, values: ['key'] },
  'AIGC-013': { severity: 'info', scope: 'value', clause: 'Labelling Measures, articles 5 and 6', values: ['value'] },
  'AIGC-020': { severity: 'error', scope: 'value', clause: `${E} d)`, values: [] },
  'AIGC-021': { severity: 'error', scope: 'value', clause: `${E} e)`, values: [] },
  'AIGC-022': { severity: 'warning', scope: 'value', clause: `${E} g) and h)`, values: ['key'] },
  'AIGC-023': { severity: 'warning', scope: 'value', clause: `${E}, note 1`, values: [] },
  'AIGC-024': { severity: 'warning', scope: 'value', clause: `${E} g) and h)`, values: ['key'] },
  'AIGC-025': { severity: 'info', scope: 'value', clause: `${E} f) and i)`, values: ['key'] },
  'AIGC-026': { severity: 'warning', scope: 'value', clause: `${E} c) to i)`, values: ['key', 'value'] },
  'AIGC-030': { severity: 'warning', scope: 'value', clause: `${E} j)`, values: ['key'] },
  'AIGC-031': { severity: 'error', scope: 'value', clause: `${E} j)`, values: ['key'] },
  'AIGC-032': { severity: 'warning', scope: 'value', clause: OURS, values: ['limit'] },
  'AIGC-040': { severity: 'warning', scope: 'provider', clause: CODES, values: ['key', 'value'] },
  'AIGC-041': { severity: 'warning', scope: 'provider', clause: CODES, values: ['key', 'value'] },
  'AIGC-042': { severity: 'info', scope: 'provider', clause: CODES, values: ['key', 'value'] },
  'AIGC-043': { severity: 'warning', scope: 'provider', clause: `${CODES}, GB 32100-2015`, values: ['key', 'uscc'] },
  'AIGC-044': { severity: 'info', scope: 'provider', clause: CODES, values: ['key', 'digit'] },
  'AIGC-045': { severity: 'info', scope: 'provider', clause: CODES, values: ['key', 'extension'] },
  'AIGC-046': { severity: 'info', scope: 'provider', clause: `${E} d) and g)`, values: ['key', 'value'] },
  'AIGC-047': { severity: 'info', scope: 'provider', clause: OURS, values: ['key', 'provider', 'basis'] },
  'AIGC-050': { severity: 'warning', scope: 'file', clause: ONE_LABEL, values: ['count'] },
  'AIGC-051': { severity: 'error', scope: 'file', clause: ONE_LABEL, values: ['count', 'keys'] },
  'AIGC-052': { severity: 'warning', scope: 'file', clause: ONE_LABEL, values: ['count', 'keys'] },
  'AIGC-053': { severity: 'warning', scope: 'placement', clause: GUIDES, values: ['location'] },
  'AIGC-054': { severity: 'warning', scope: 'placement', clause: 'TC260-PG-20259A clause 6', values: ['namespace'] },
  'AIGC-055': { severity: 'info', scope: 'placement', clause: 'TC260-PG-20259A clause 6', values: ['prefix'] },
  'AIGC-060': { severity: 'info', scope: 'signature', clause: SECURITY, values: ['key', 'signer'] },
  'AIGC-061': { severity: 'info', scope: 'signature', clause: SECURITY, values: ['key'] },
  'AIGC-062': { severity: 'warning', scope: 'signature', clause: SECURITY, values: ['key'] },
  'AIGC-063': { severity: 'info', scope: 'signature', clause: SECURITY, values: ['key'] },
  'AIGC-064': { severity: 'info', scope: 'signature', clause: `${E} f) and i)`, values: ['key'] },
  'AIGC-070': { severity: 'warning', scope: 'placement', clause: 'the container format', values: ['location'] },
  'AIGC-071': { severity: 'info', scope: 'verdict', clause: 'C2PA 2.2, hard bindings', values: [] },
  'AIGC-072': {
    severity: 'warning',
    scope: 'verdict',
    clause: `${E} c), IPTC digital source type`,
    values: ['credential'],
  },
  'AIGC-073': { severity: 'info', scope: 'file', clause: OURS, values: ['schema', 'location'] },
  'AIGC-080': { severity: 'error', scope: 'write', clause: ONE_LABEL, values: ['location'] },
  'AIGC-081': { severity: 'error', scope: 'write', clause: OURS, values: ['key'] },
  'AIGC-082': { severity: 'error', scope: 'write', clause: GUIDES, values: ['media_type'] },
} as const satisfies Record<string, LabelRule>;

export type LabelRuleId = keyof typeof LABEL_RULES;

/** The values that the message of a rule needs. */
export type RuleValues<Id extends LabelRuleId> = Record<(typeof LABEL_RULES)[Id]['values'][number], string>;
