import { LABEL_RULES, type ChinaAigcFinding } from '@revera/provenance';
import { table } from '../render/table.ts';
import type { LabelReport } from './label-report.ts';

/** Rules that are about writing a label or need a credential beside it: a reading of labels alone cannot raise them. */
const RAISED_ELSEWHERE: ReadonlySet<string> = new Set(['write', 'verdict']);

/** Every rule that was checked, with what came of it: one line for each rule and for each time that it is broken. */
export function ruleTable({ labels, findings }: LabelReport): string[] {
  const broken = [
    ...labels.flatMap((label) => label.findings.map((finding) => ({ ...finding, where: label.location }))),
    ...findings.map((finding) => ({ ...finding, where: 'file' })),
  ];
  const rows = Object.entries(LABEL_RULES).flatMap(([rule, { severity, scope, clause }]) => {
    if (RAISED_ELSEWHERE.has(scope)) return [];
    const found = broken.filter((finding) => finding.rule === rule);
    if (found.length === 0) return [[rule, 'ok', severity, clause, '', '']];
    return found.map((finding) => [rule, outcome(finding), severity, clause, finding.where, finding.message]);
  });
  return table(['RULE', 'RESULT', 'SEVERITY', 'CLAUSE', 'WHERE', 'WHAT'], rows);
}

/** Something to know is not something wrong. */
function outcome({ severity }: ChinaAigcFinding): string {
  return severity === 'info' ? 'note' : severity === 'warning' ? 'WARNING' : 'ERROR';
}
