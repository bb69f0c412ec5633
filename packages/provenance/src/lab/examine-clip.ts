import type { RandomAccess } from '../bytes/random-access.ts';
import type { LabBeside, LabFacts, LabResult } from './facts.ts';
import { factRow, type BesideKind } from './fact-names.ts';
import { readClaim } from './judge/claims.ts';
import { compare } from './judge/compare.ts';
import { generationOf } from './judge/generation.ts';
import { byStage, supportOf } from './judge/support.ts';
import { probeClip } from './probe-clip.ts';
import { Evidence } from './rules/ask.ts';
import { RULE_BOOK, type RuleBook } from './rules/rule-book.ts';

const NO_CLAIM = 'unknown';

/** Which software and which way of delivery a clip's traces show, held against what somebody says of its origin. */
export function examineClip(file: RandomAccess, claim: string = NO_CLAIM): LabResult {
  return judgeClip(probeClip(file), claim);
}

/** The judgement of facts that were read before. */
export function judgeClip(facts: LabFacts, claim: string = NO_CLAIM, book: RuleBook = RULE_BOOK): LabResult {
  const all = supportOf(facts, book);
  const beside = besideOf(facts, book);
  const isMixed = all.some((one) => one.isMixed);
  const warned: LabFacts =
    isMixed && !facts.warnings.includes('mixed_traces')
      ? { ...facts, warnings: [...facts.warnings, 'mixed_traces'] }
      : facts;
  const generation = generationOf(all, beside, book);
  const read = readClaim(claim, book);
  return {
    claim: read,
    facts: warned,
    generation,
    stages: byStage(all),
    beside,
    comparison: compare({ claim: read, facts: warned, all, generation, book }),
  };
}

/** What labels, credentials and ordinary metadata in the file say. It is named, and counts nothing. */
function besideOf(facts: LabFacts, book: RuleBook): LabBeside[] {
  const evidence = new Evidence(facts.observations, book.patterns);
  const found = new Map<string, LabBeside>();
  const add = (kind: BesideKind, family: string | null, ids: readonly string[]): void => {
    const key = `${kind} ${family ?? ''}`;
    const known = found.get(key)?.observations ?? [];
    const label = [...book.pipelines.values()].find((one) => one.family === family)?.label ?? null;
    found.set(key, { kind, family, label, observations: [...new Set([...known, ...ids])] });
  };
  const named = new Set<string>();
  for (const { when, family } of book.beside) {
    const kind = factRow(when.fact).beside;
    const hits = evidence.holds(when);
    if (hits === null || kind === undefined) continue;
    add(
      kind,
      family,
      hits.map(({ id }) => id),
    );
    for (const { id } of hits) named.add(id);
  }
  for (const { fact, id } of facts.observations) {
    const kind = factRow(fact).beside;
    if (kind !== undefined && !named.has(id)) add(kind, null, [id]);
  }
  return [...found.values()];
}
