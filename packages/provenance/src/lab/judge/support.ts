import { LAB_STAGES, type LabStage } from '../fact-names.ts';
import type { LabBand, LabFacts, LabRuleHit, LabSupport } from '../facts.ts';
import { Evidence } from '../rules/ask.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import type { Rule } from '../rules/rule.ts';

/** A pipeline's support with what decisions may rest on. */
export interface Support extends LabSupport {
  stage: LabStage;
  /** Without rules that are only inferred: what verdicts are taken from. */
  deciding: number;
  /** Some of what the pipeline's own files show could be read, and is different. */
  isMixed: boolean;
}

const MOST = 95;
const SIBLING_COST = 10;
const BANDS: readonly (readonly [from: number, band: LabBand])[] = [
  [60, 'strong'],
  [35, 'moderate'],
  [15, 'weak'],
];

export function bandOf(support: number): LabBand {
  return BANDS.find(([from]) => support >= from)?.[1] ?? 'none';
}

/** What speaks for each pipeline, the strongest first. Pipelines for which nothing speaks are left out. */
export function supportOf(facts: LabFacts, book: RuleBook): Support[] {
  const evidence = new Evidence(facts.observations, book.patterns);
  // Settings that describe another stream were taken from elsewhere: no message of this one is believed.
  const isContradicted = facts.warnings.includes('settings_contradicted');
  const hits = new Map<string, Rule[]>();
  for (const rule of book.rules) {
    if (isContradicted && rule.group === 'sei') continue;
    if (evidence.holds(rule.when) === null) continue;
    hits.set(rule.pipeline, [...(hits.get(rule.pipeline) ?? []), rule]);
  }
  return [...hits]
    .flatMap(([id, rules]) => {
      const pipeline = book.pipelines.get(id);
      return pipeline === undefined ? [] : [addUp(pipeline, rules, evidence)];
    })
    .toSorted((one, other) => other.support - one.support || one.pipeline.localeCompare(other.pipeline));
}

function addUp(
  { id, family, label, stage }: { id: string; family: string; label: string; stage: LabStage },
  rules: readonly Rule[],
  evidence: Evidence,
): Support {
  const missing = rules
    .flatMap(({ siblings = [] }) => siblings)
    .filter((sibling) => evidence.isKnown(sibling) && evidence.holds(sibling) === null).length;
  const less = missing * SIBLING_COST;
  const support = Math.max(0, combine(rules) - less);
  const deciding = Math.max(0, combine(rules.filter((rule) => rule.evidence !== 'inferred')) - less);
  const hits: LabRuleHit[] = rules.map((rule) => ({
    id: rule.id,
    weight: rule.weight,
    evidence: rule.evidence,
    observations: (evidence.holds(rule.when) ?? []).map((one) => one.id),
    sources: rule.sources,
  }));
  return {
    pipeline: id,
    family,
    label,
    stage,
    support,
    deciding,
    band: bandOf(support),
    rules: hits,
    isMixed: missing > 0,
  };
}

/** The strongest rule of each group, and the groups as independent witnesses. Never certain. */
function combine(rules: readonly Rule[]): number {
  const strongest = new Map<string, number>();
  for (const { group, weight } of rules) strongest.set(group, Math.max(strongest.get(group) ?? 0, weight));
  let doubt = 1;
  for (const weight of strongest.values()) doubt *= 1 - weight / 100;
  return Math.min(MOST, Math.round(100 * (1 - doubt)));
}

/** Published support by stage. */
export function byStage(all: readonly Support[]): Record<LabStage, LabSupport[]> {
  const stages: Record<LabStage, LabSupport[]> = {
    origin: [],
    videoEncoder: [],
    audioEncoder: [],
    muxer: [],
    editor: [],
    delivery: [],
    capture: [],
  };
  for (const stage of LAB_STAGES) {
    for (const one of all) {
      if (one.stage !== stage) continue;
      const { pipeline, family, label, support, band, rules } = one;
      stages[stage].push({ pipeline, family, label, support, band, rules });
    }
  }
  return stages;
}
