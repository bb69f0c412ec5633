import { clauseIn, LABEL_RULES, type ChinaAigcFinding, type Language } from '@revera/provenance';
import { table } from '../render/table.ts';
import type { LabelReport } from './label-report.ts';

/** Rules that are about writing a label or need a credential beside it: a reading of labels alone cannot raise them. */
const RAISED_ELSEWHERE: ReadonlySet<string> = new Set(['write', 'verdict']);

interface TableWords {
  headings: readonly string[];
  results: Readonly<Record<ChinaAigcFinding['severity'] | 'kept' | 'not_checked', string>>;
  severities: Readonly<Record<ChinaAigcFinding['severity'], string>>;
  wholeFile: string;
}

const WORDS: Readonly<Record<Language, TableWords>> = {
  en: {
    headings: ['RULE', 'RESULT', 'SEVERITY', 'CLAUSE', 'WHERE', 'WHAT'],
    results: { kept: 'ok', not_checked: '-', info: 'note', warning: 'WARNING', error: 'ERROR' },
    severities: { info: 'info', warning: 'warning', error: 'error' },
    wholeFile: 'file',
  },
  'zh-CN': {
    headings: ['规则', '结果', '级别', '依据', '位置', '说明'],
    results: { kept: '符合', not_checked: '-', info: '提示', warning: '警告', error: '错误' },
    severities: { info: '提示', warning: '警告', error: '错误' },
    wholeFile: '整个文件',
  },
};

/** Every rule that was checked, with what came of it: one line for each rule and for each time that it is broken. */
export function ruleTable({ labels, findings }: LabelReport, language: Language): string[] {
  const { headings, results, severities, wholeFile } = WORDS[language];
  const found = [
    ...labels.flatMap((label) => label.findings.map((finding) => ({ ...finding, where: label.location }))),
    ...findings.map((finding) => ({ ...finding, where: wholeFile })),
  ];
  // Of a label that cannot be read nothing else is known.
  const others = labels.some(({ state }) => state === 'decoded') ? results.kept : results.not_checked;
  const rows = Object.entries(LABEL_RULES).flatMap(([rule, { severity, scope, clause }]) => {
    if (RAISED_ELSEWHERE.has(scope)) return [];
    const about = [severities[severity], clauseIn(clause, language)];
    const broken = found.filter((finding) => finding.rule === rule);
    if (broken.length === 0) return [[rule, others, ...about, '', '']];
    return broken.map((finding) => [rule, results[finding.severity], ...about, finding.where, finding.message]);
  });
  return table(headings, rows);
}
