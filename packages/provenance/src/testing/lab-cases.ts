import { ClipKit, LAB_CASES, missingPrograms, type LabCase } from '@revera/testkit/lab';
import { afterAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { judgeClip } from '../lab/examine-clip.ts';
import type { LabCheckId, LabFacts, LabGeneration, LabProbeStatus, LabVerdict, LabWarning } from '../lab/facts.ts';
import type { LabFactName } from '../lab/fact-names.ts';
import { CLAIMABLE_FAMILIES } from '../lab/judge/claims.ts';
import { LAB_LIMITS } from '../lab/limits.ts';
import { probeClip } from '../lab/probe-clip.ts';

export type ExpectedValue = string | number | boolean | RegExp | null;

/** What one case has to show. Null for a fact that must be absent; warnings are exact when given. */
export interface ExpectedCase {
  facts?: Partial<Record<LabFactName, ExpectedValue>>;
  warnings?: readonly LabWarning[];
  checks?: Partial<Record<LabCheckId, 'pass' | 'fail' | 'not_applicable'>>;
  status?: LabProbeStatus;
  generation?: LabGeneration;
  /** Verdict, band and reason for each claim, as far as they are given. */
  claims?: Readonly<Record<string, readonly [LabVerdict, ...string[]]>>;
  /** Families that statements in the file name. */
  beside?: readonly string[];
}

/** Builds the cases of a table with the programs that are there, and holds each against what it has to show. */
export function describeLabCases(title: string, expected: Readonly<Record<string, ExpectedCase>>): void {
  describe(title, () => {
    const kit = new ClipKit();
    afterAll(() => kit.close());
    for (const [id, row] of Object.entries(expected)) {
      const found = LAB_CASES.find((one) => one.id === id);
      if (found === undefined) throw new Error(`no case ${id}`);
      it(`case ${id}: ${found.title}`, (context) => {
        const missing = missingPrograms(found.needs);
        if (missing.length > 0) context.skip(`${missing.join(', ')} is absent`);
        checkCase(found, probeClip(bufferSource(found.build(kit))), row);
      }, 120_000);
    }
  });
}

function checkCase({ id, ordinary }: LabCase, facts: LabFacts, row: ExpectedCase): void {
  checkFacts(id, facts, row);
  expect(facts.clip.bytes_read, `bytes read of ${id}`).toBeLessThanOrEqual(LAB_LIMITS.readBytes);
  const unclaimed = judgeClip(facts);
  if (row.warnings !== undefined) expect(unclaimed.facts.warnings.toSorted()).toEqual(row.warnings.toSorted());
  if (row.status !== undefined) expect(facts.status).toBe(row.status);
  if (row.generation !== undefined) expect(unclaimed.generation).toBe(row.generation);
  if (row.beside !== undefined) {
    expect(unclaimed.beside.map(({ family }) => family).filter((family) => family !== null)).toEqual(row.beside);
  }
  for (const [claim, [verdict, ...details]] of Object.entries(row.claims ?? {})) {
    const { comparison } = judgeClip(facts, claim);
    expect(comparison.verdict, `${id} as ${claim}`).toBe(verdict);
    for (const detail of details) expect([comparison.band, comparison.reason], `${id} as ${claim}`).toContain(detail);
  }
  if (ordinary) checkOrdinary(id, facts);
}

function checkFacts(id: string, facts: LabFacts, row: ExpectedCase): void {
  for (const [fact, wanted] of Object.entries(row.facts ?? {})) {
    const values = facts.observations.filter((one) => one.fact === fact).map(({ value }) => value);
    if (wanted === null) expect(values, `${id} ${fact}`).toEqual([]);
    else if (wanted instanceof RegExp) expect(values.join('\n'), `${id} ${fact}`).toMatch(wanted);
    else expect(values, `${id} ${fact}`).toContain(wanted);
  }
  for (const [check, result] of Object.entries(row.checks ?? {})) {
    expect(facts.checks.find((one) => one.id === check)?.result, `${id} ${check}`).toBe(result);
  }
}

/** A file of ordinary software is never called a named generator's, whatever is claimed. */
function checkOrdinary(id: string, facts: LabFacts): void {
  for (const claim of CLAIMABLE_FAMILIES) {
    const { claim: read, comparison } = judgeClip(facts, claim);
    if (read.stage === 'origin') expect(comparison.verdict, `${id} as ${claim}`).not.toBe('consistent');
  }
  const [strongest] = judgeClip(facts).stages.origin;
  expect(strongest?.support ?? 0, `${id}: ${strongest?.label ?? 'no origin'}`).toBeLessThan(35);
}
