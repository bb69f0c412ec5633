import type { LabelFacts, LabelSite, LookAlike, ProviderFacts } from '../label/facts.ts';
import type { Report } from '../report.ts';
import { plainName } from './generator-name.ts';
import type { ContentDeclaration, SourceNames } from './verdict.ts';

/** What the China AIGC labels of a file say, as evidence beside a credential. */
export interface LabelEvidence {
  /** The label that counts; null when none says anything. */
  primary: LabelSite | null;
  /** `ai_generated` (Label 1), `ai_possible` (2), `ai_suspected` (3), or `none`. */
  declaration: ContentDeclaration;
  /** The producer that the label names, or the propagator when it names no producer. A wrong code names nobody. */
  source: SourceNames | null;
  /** The source is a name, and not a code that our table does not know. */
  isNamed: boolean;
  /** The code in the producer's place whose check character is wrong; null when there is none. */
  wrongCode: string | null;
  /** It breaks no rule of the standard; warnings do not count. */
  isConformant: boolean;
  /** A signature inside the label holds. */
  isSigned: boolean;
  /** Two labels that contradict each other; null when there are none. */
  conflict: readonly [LabelSite, LabelSite] | null;
  /** A vendor's record that is not a label and says that AI made the content; null when there is none. */
  marking: LookAlike | null;
}

const NO_LABEL: LabelEvidence = {
  primary: null,
  declaration: 'none',
  source: null,
  isNamed: false,
  wrongCode: null,
  isConformant: false,
  isSigned: false,
  conflict: null,
  marking: null,
};

/** Values of the element `Label` (GB 45438-2025 Annex E). */
const DECLARATIONS: ReadonlyMap<string, ContentDeclaration> = new Map([
  ['1', 'ai_generated'],
  ['2', 'ai_possible'],
  ['3', 'ai_suspected'],
]);

/** Bases on which a company is named as the source. An inferred code, or a sample from a manual, names only the value itself. */
const NAMED_BY = new Set(['A', 'B', 'C']);

const VERIFIED = new Set(['verified_pinned', 'verified_embedded']);

/** The labels' part of the evidence. A carrier that is empty or holds no label says nothing about the content. */
export function labelEvidence(section: Report['china_aigc']): LabelEvidence {
  if (section.state !== 'examined') return NO_LABEL;
  const speaking = section.facts.labels.filter(saysSomething);
  const [primary] = speaking;
  const marking = section.facts.look_alikes.find(({ asserts_ai }) => asserts_ai) ?? null;
  if (primary === undefined) return { ...NO_LABEL, marking };
  const other = speaking.find((label) => disagree(primary, label));
  return {
    primary,
    declaration: declarationOf(primary),
    source: other === undefined ? sourceOf(primary) : null,
    isNamed: other === undefined && isNamed(primary),
    wrongCode: other === undefined ? wrongCodeOf(primary) : null,
    isConformant: ![...primary.findings, ...section.facts.findings].some(({ severity }) => severity === 'error'),
    isSigned: other === undefined && isSigned(primary),
    conflict: other === undefined ? null : [primary, other],
    marking,
  };
}

/** The facts of the labels, or null when nobody looked. */
export function labelFacts(section: Report['china_aigc']): LabelFacts | null {
  return section.state === 'examined' ? section.facts : null;
}

/** The level of one label; also `none` when the standard does not know its value. */
export function declarationOf({ fields }: LabelSite): ContentDeclaration {
  return DECLARATIONS.get(fields.Label ?? '') ?? 'none';
}

/** Attribute, producer and content number tell one statement from another (rule AIGC-051); the propagator does not. */
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

function sourceOf(label: LabelSite): SourceNames | null {
  const { provider, value, key } = namingElement(label);
  if (isWrong(provider) || isStandIn(label, key)) return null;
  if (provider?.company != null && NAMED_BY.has(provider.basis ?? '')) return provider.company;
  const name = plainName(value);
  return name === null ? null : { en: name, zh: name };
}

function isNamed(label: LabelSite): boolean {
  const { provider } = namingElement(label);
  return provider === null || provider.kind === 'name' || NAMED_BY.has(provider.basis ?? '');
}

function wrongCodeOf(label: LabelSite): string | null {
  const { provider, value } = namingElement(label);
  return isWrong(provider) ? value : null;
}

interface NamingElement {
  key: 'ContentProducer' | 'ContentPropagator';
  value: string | null;
  provider: ProviderFacts | null;
}

/** The producer; the propagator counts only where no producer is written. */
function namingElement({ fields, producer, propagator }: LabelSite): NamingElement {
  return (fields.ContentProducer ?? '') !== ''
    ? { key: 'ContentProducer', value: fields.ContentProducer, provider: producer }
    : { key: 'ContentPropagator', value: fields.ContentPropagator, provider: propagator };
}

/** Every code found in practice is correct, so a wrong check character means a typo or an invention. */
function isWrong(provider: ProviderFacts | null): boolean {
  return provider?.check_digit_valid === false;
}

/** A value that was never filled in (AIGC-026) names nobody. */
function isStandIn({ findings }: LabelSite, key: NamingElement['key']): boolean {
  return findings.some(({ rule, values }) => rule === 'AIGC-026' && values['key'] === key);
}
