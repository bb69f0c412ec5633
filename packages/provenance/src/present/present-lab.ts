import type { LabResult, LabSupport } from '../lab/facts.ts';
import type { LabStage } from '../lab/fact-names.ts';
import type { Language } from './language.ts';
import type { LabReport, LabReportObservation } from './lab-report.ts';
import type { LabWords } from './lab-words.ts';
import { LAB_WORDS_EN } from './lab-words-en.ts';
import { LAB_WORDS_ZH_CN } from './lab-words-zh-cn.ts';
import { fill } from './words.ts';

export interface LabPresentation {
  language: Language;
  /** Show what names an account, an upload or a device: to who has the file in hand, and to nobody else. */
  showPersonal?: boolean;
}

/** Longer values are cut; an encoder's settings have two thousand characters. */
const SHOWN_CHARS = 200;

const WORDS: Readonly<Record<Language, LabWords>> = { en: LAB_WORDS_EN, 'zh-CN': LAB_WORDS_ZH_CN };

/** What a family is called in a language, by its name in the table of pipelines. */
export function nameOfFamily({ family, label }: { family: string; label: string }, language: Language): string {
  return WORDS[language].families[family] ?? label;
}

/** Puts a judgement of the lab into words. */
export function presentLab(result: LabResult, { language, showPersonal = false }: LabPresentation): LabReport {
  const words = WORDS[language];
  const { claim, comparison, facts, generation } = result;
  return {
    status: facts.status,
    claim: { raw: claim.raw, recognized: claim.family !== null, family: claim.family, stage: claim.stage },
    verdict: comparison.verdict,
    band: comparison.band,
    reason: comparison.reason,
    title: words.verdicts[comparison.verdict],
    text: fill(words.reasons[comparison.reason], {
      claim: nameIn(words, claim),
      found: foundName(result, words),
    }),
    generation,
    generation_text: words.generations[generation],
    clip: facts.clip,
    stages: stagesOf(result, words),
    beside: result.beside.map(({ kind, family, label, observations }) => ({
      kind,
      family,
      text:
        label === null
          ? words.beside[kind].unnamed
          : fill(words.beside[kind].named, { found: nameIn(words, { family, label }) }),
      observations,
    })),
    observations: observationsOf(result, words, showPersonal),
    checks: facts.checks,
    warnings: facts.warnings.map((code) => ({ code, text: words.warnings[code] })),
    caveats: [...words.caveats],
  };
}

/** The strongest origin or camera besides the claimed one. */
function foundName({ stages, claim }: LabResult, words: LabWords): string {
  const others = [...stages.origin, ...stages.capture].filter(({ family }) => family !== claim.family);
  const [strongest] = others.toSorted((one, other) => other.support - one.support);
  return strongest === undefined ? words.somebody : nameIn(words, strongest);
}

function nameIn(words: LabWords, { family, label }: { family: string | null; label: string | null }): string {
  return words.families[family ?? ''] ?? label ?? words.somebody;
}

const STAGE_ORDER: readonly LabStage[] = [
  'origin',
  'capture',
  'videoEncoder',
  'audioEncoder',
  'muxer',
  'editor',
  'delivery',
];

function stagesOf({ stages }: LabResult, words: LabWords): LabReport['stages'] {
  const present = ({
    pipeline,
    family,
    label,
    support,
    band,
    rules,
  }: LabSupport): LabReport['stages'][0]['pipelines'][0] => ({
    id: pipeline,
    label: nameIn(words, { family, label }),
    support,
    band,
    band_text: words.bands[band],
    rules,
  });
  return STAGE_ORDER.map((stage) => ({ stage, name: words.stages[stage], pipelines: stages[stage].map(present) }));
}

function observationsOf({ facts }: LabResult, words: LabWords, showPersonal: boolean): LabReportObservation[] {
  return facts.observations.map(({ id, fact, stage, value, where, salvaged, personal }) => ({
    id,
    fact,
    stage,
    value: personal && !showPersonal ? words.masked : typeof value === 'string' ? value.slice(0, SHOWN_CHARS) : value,
    path: where.path,
    offset: where.offset,
    salvaged,
  }));
}
