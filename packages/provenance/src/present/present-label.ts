import type { LabelFinding, LabelSite, LookAlike, ProviderFacts, ReservedCodeFacts } from '../label/facts.ts';
import type { Report } from '../report.ts';
import { LOOK_ALIKE_NAMES } from '../verdict/look-alike-names.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import { LABEL_WORDS_EN } from './label-words-en.ts';
import { LABEL_WORDS_ZH_CN } from './label-words-zh-cn.ts';
import type {
  ChinaAigcFinding,
  ChinaAigcItem,
  ChinaAigcLookAlike,
  ChinaAigcProvider,
  ChinaAigcReservedCode,
  ChinaAigcResult,
} from './verification-result.ts';
import { fill, localizeValues, nameIn, wordNote, words } from './words.ts';

const MESSAGES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: LABEL_WORDS_EN,
  'zh-CN': LABEL_WORDS_ZH_CN,
};

/** Notes about labels; the first of them is the result's one sentence about the label. */
const LABEL_NOTES = /^(label_|labels_|no_label)/;

/** Renames the findings on China AIGC labels and puts them into words. */
export function presentLabels(report: Report, verdict: Verdict, language: Language): ChinaAigcResult {
  const first = verdict.notes.find(({ code }) => LABEL_NOTES.test(code));
  const note = first === undefined ? words(language).not_examined : wordNote(first, language).text;
  const facts = report.china_aigc.state === 'examined' ? report.china_aigc.facts : null;
  if (facts === null) {
    return { present: false, parser_version: 'none', note, items: [], findings: [], look_alikes: [], complete: false };
  }
  return {
    present: facts.labels.length > 0,
    parser_version: facts.parser_version,
    note,
    items: facts.labels.map((label) => presentLabel(label, language)),
    findings: presentFindings([...facts.findings, ...(verdict.label_findings ?? [])], language),
    look_alikes: facts.look_alikes.map((found) => presentLookAlike(found, language)),
    complete: facts.problems.length === 0,
  };
}

/** One label in words; what `revera label read` prints is the same. */
export function presentLabel(label: LabelSite, language: Language): ChinaAigcItem {
  const { fields } = label;
  return {
    carrier: label.carrier,
    location: label.location,
    placement: label.placement,
    offset: label.offset,
    length: label.length,
    state: label.state,
    form: label.form,
    deviations: label.deviations,
    label: fields.Label,
    content_producer: fields.ContentProducer,
    produce_id: fields.ProduceID,
    reserved_code_1: fields.ReservedCode1,
    content_propagator: fields.ContentPropagator,
    propagate_id: fields.PropagateID,
    reserved_code_2: fields.ReservedCode2,
    extra: label.extra,
    producer: presentProvider(label.producer, language),
    propagator: presentProvider(label.propagator, language),
    security: {
      reserved_code_1: presentReserved(label.reserved_code_1),
      reserved_code_2: presentReserved(label.reserved_code_2),
    },
    findings: presentFindings(label.findings, language),
  };
}

/** A record that is not a label, with its owner's name. */
export function presentLookAlike({ schema, location, asserts_ai }: LookAlike, language: Language): ChinaAigcLookAlike {
  return { schema, vendor: nameIn(language, LOOK_ALIKE_NAMES[schema]), location, asserts_ai };
}

/** Findings with their messages in one language. */
export function presentFindings(findings: readonly LabelFinding[], language: Language): ChinaAigcFinding[] {
  return findings.map(({ rule, severity, values }) => ({
    rule,
    severity,
    message: fill(MESSAGES[language][rule] ?? rule, localizeValues(values, language)),
  }));
}

function presentProvider(provider: ProviderFacts | null, language: Language): ChinaAigcProvider | null {
  if (provider === null) return null;
  const { kind, code, uscc, check_digit_valid, service_type, application_code, company, product, basis } = provider;
  const name = company === null ? null : nameIn(language, company);
  return { kind, code, uscc, check_digit_valid, service_type, application_code, company: name, product, basis };
}

function presentReserved({ content, signature, algorithm, signer }: ReservedCodeFacts): ChinaAigcReservedCode {
  return { content, signature, algorithm, signer };
}
