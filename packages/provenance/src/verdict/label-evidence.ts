import type { LabelFacts, LabelSite, ProviderFacts } from '../label/facts.ts';
import type { Report } from '../report.ts';
import type { ContentDeclaration, SourceNames } from './verdict.ts';

/** What the China AIGC labels of a file say, as evidence beside a credential. */
export interface LabelEvidence {
  /** The label that counts; null: none says anything. */
  primary: LabelSite | null;
  /** `ai_generated` (Label 1), `ai_possible` (2), `ai_suspected` (3), or `none`. */
  declaration: ContentDeclaration;
  /** Whom the label names as its producer, or as propagator when it names no producer. */
  source: SourceNames | null;
  /** It breaks no rule of the standard; warnings do not count. */
  isConformant: boolean;
  /** A signature inside the label holds. */
  isSigned: boolean;
  /** Two labels that say different things; null: there are none. */
  conflict: readonly [LabelSite, LabelSite] | null;
}

const NO_LABEL: LabelEvidence = {
  primary: null,
  declaration: 'none',
  source: null,
  isConformant: false,
  isSigned: false,
  conflict: null,
};

/** Values of the element `Label` (GB 45438-2025 Annex E). */
const DECLARATIONS: Readonly<Record<string, ContentDeclaration>> = {
  '1': 'ai_generated',
  '2': 'ai_possible',
  '3': 'ai_suspected',
};

/** Bases on which a company is named as the source. What is inferred, or a manual's sample, names only the value itself. */
const NAMED_BY = new Set(['A', 'B', 'C']);

const VERIFIED = new Set(['verified_pinned', 'verified_embedded']);

/** The labels' part of the evidence. A carrier that is empty or holds no label says nothing of the content. */
export function labelEvidence(section: Report['china_aigc']): LabelEvidence {
  if (section.state !== 'examined') return NO_LABEL;
  const speaking = section.facts.labels.filter(saysSomething);
  const [primary] = speaking;
  if (primary === undefined) return NO_LABEL;
  const other = speaking.find((label) => disagree(primary, label));
  return {
    primary,
    declaration: declarationOf(primary),
    source: other === undefined ? sourceOf(primary) : null,
    isConformant: ![...primary.findings, ...section.facts.findings].some(({ severity }) => severity === 'error'),
    isSigned: other === undefined && isSigned(primary),
    conflict: other === undefined ? null : [primary, other],
  };
}

/** The facts of the labels, or null when nobody looked. */
export function labelFacts(section: Report['china_aigc']): LabelFacts | null {
  return section.state === 'examined' ? section.facts : null;
}

function declarationOf({ fields }: LabelSite): ContentDeclaration {
  return DECLARATIONS[fields.Label ?? ''] ?? 'none';
}

/** Attribute, producer and content number tell one statement from another (rule AIGC-051); who passed the file on does not. */
function disagree(one: LabelSite, other: LabelSite): boolean {
  return (['Label', 'ContentProducer', 'ProduceID'] as const).some(
    (key) => (one.fields[key] ?? '') !== (other.fields[key] ?? ''),
  );
}

function saysSomething(label: LabelSite): boolean {
  const { ContentProducer, ContentPropagator } = label.fields;
  if (label.state !== 'decoded') return false;
  return declarationOf(label) !== 'none' || [ContentProducer, ContentPropagator].some((name) => (name ?? '') !== '');
}

function isSigned({ reserved_code_1, reserved_code_2 }: LabelSite): boolean {
  return VERIFIED.has(reserved_code_1.signature) || VERIFIED.has(reserved_code_2.signature);
}

function sourceOf({ producer, propagator, fields }: LabelSite): SourceNames | null {
  return providerName(producer, fields.ContentProducer) ?? providerName(propagator, fields.ContentPropagator);
}

function providerName(provider: ProviderFacts | null, value: string | null): SourceNames | null {
  if (provider?.company != null && NAMED_BY.has(provider.basis ?? '')) return provider.company;
  return value === null || value === '' ? null : { en: value, zh: value };
}
