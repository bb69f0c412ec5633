import type { ContentDeclaration } from '../../verdict/verdict.ts';
import type { ChinaAigcItem, ChinaAigcProvider } from '../verification-result.ts';
import type { Language } from '../language.ts';
import { cleanName, quoted } from './names.ts';
import { sentence, type Told } from './told.ts';

/** The label that counts, and what it says. */
export interface LeadingLabel {
  item: ChinaAigcItem;
  declaration: ContentDeclaration;
  /** Whom it names, as sentences name it; null when it names nobody who can be named. */
  who: string | null;
  /** Why its writer is not named, or how far the name goes. */
  writer: 'known' | 'name' | 'unknown_code' | 'wrong_code' | 'nobody';
  errors: number;
}

const VALUES: ReadonlyMap<string | null, ContentDeclaration> = new Map([
  ['1', 'ai_generated'],
  ['2', 'ai_possible'],
  ['3', 'ai_suspected'],
]);

/** Bases of our table on which a company is named; an inferred code, or a sample from a manual, names nobody. */
const NAMED_BY: ReadonlySet<string | null> = new Set(['A', 'B', 'C']);

const TOLD_BY_NOTE = [
  'label_declares_ai_generated',
  'label_declares_ai_possible',
  'label_declares_ai_suspected',
  'label_value_unknown',
  'label_value_missing',
] as const;

/** The first label that can be read; null when there is none. */
export function leadingLabel(told: Told): LeadingLabel | null {
  const readable = told.result.china_aigc.items.filter(({ state }) => state === 'decoded');
  const item = readable.find(saysSomething) ?? readable[0];
  if (item === undefined) return null;
  const errors = item.findings.filter(({ severity }) => severity === 'error').length;
  return { item, declaration: VALUES.get(item.label) ?? 'none', errors, ...writerOf(item, told) };
}

function saysSomething({ label, content_producer, content_propagator }: ChinaAigcItem): boolean {
  return VALUES.has(label) || (content_producer ?? '') !== '' || (content_propagator ?? '') !== '';
}

/** The producer; the propagator counts only where no producer is written. The verdict decides whether it names anybody. */
function writerOf(item: ChinaAigcItem, told: Told): Pick<LeadingLabel, 'who' | 'writer'> {
  const hasProducer = (item.content_producer ?? '') !== '';
  const provider = hasProducer ? item.producer : item.propagator;
  const text = cleanName(hasProducer ? item.content_producer : item.content_propagator);
  if (provider?.check_digit_valid === false) return { who: null, writer: 'wrong_code' };
  const isNamed = TOLD_BY_NOTE.some((code) => told.notes.get(code)?.['source'] !== undefined);
  if (!isNamed || text === null) return { who: null, writer: 'nobody' };
  if (provider?.company != null && NAMED_BY.has(provider.basis))
    return { who: brandOf(provider, told), writer: 'known' };
  if (provider !== null && provider.kind !== 'name') return { who: null, writer: 'unknown_code' };
  return { who: quoted(text), writer: 'name' };
}

/** The brand that its files were seen from, and the company behind it. */
function brandOf({ company, product }: ChinaAigcProvider, told: Told): string {
  const brand = product === null ? null : brandIn(told.language, product);
  if (brand === null || brand === company) return company ?? '';
  return sentence(told, told.words.phrases.brand, { brand, company });
}

const BOTH_NAMES = /^(\p{Script=Han}+) ([A-Za-z].*)$/u;

/** Our table holds a brand's Chinese name before its Latin one. */
function brandIn(language: Language, product: string): string {
  const [, chinese, latin] = BOTH_NAMES.exec(product) ?? [];
  return (language === 'zh-CN' ? chinese : latin) ?? product;
}
