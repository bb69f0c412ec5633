import { clauseIn, LABEL_RULES, STATUSES, type Language } from '@revera/provenance';
import { table } from '../render/table.ts';
import type { LabelReport } from './label-report.ts';

/** Rules about writing a label, or that need a credential beside it: reading labels alone cannot raise them. */
const RAISED_ELSEWHERE: ReadonlySet<string> = new Set(['write', 'verdict']);

interface TableWords {
  headings: readonly string[];
  kept: string;
  wholeFile: string;
}

const WORDS: Readonly<Record<Language, TableWords>> = {
  en: {
    headings: ['RULE', 'RESULT', 'SEVERITY', 'CLAUSE', 'WHERE', 'WHAT'],
    kept: 'ok',
    wholeFile: 'file',
  },
  'zh-CN': {
    headings: ['规则', '结果', '级别', '依据', '位置', '说明'],
    kept: '符合',
    wholeFile: '整个文件',
  },
};

/** Every rule that was checked, with its outcome: one line for each rule and for each time that it is broken. */
export function ruleTable({ labels, findings }: LabelReport, language: Language): string[] {
  const { headings, kept, wholeFile } = WORDS[language];
  const severities = STATUSES[language].severity;
  const found = [
    ...labels.flatMap((label) => label.findings.map((finding) => ({ ...finding, where: label.location }))),
    ...findings.map((finding) => ({ ...finding, where: wholeFile })),
  ];
  // Nothing more is known about an unreadable label.
  const others = labels.some(({ state }) => state === 'decoded') ? kept : '-';
  const rows = Object.entries(LABEL_RULES).flatMap(([rule, { severity, scope, clause }]) => {
    if (RAISED_ELSEWHERE.has(scope)) return [];
    const about = [severities[severity].heading, clauseIn(clause, language)];
    const broken = found.filter((finding) => finding.rule === rule);
    if (broken.length === 0) return [[rule, others, ...about, '', '']];
    return broken.map((finding) => [
      rule,
      severities[finding.severity].heading.toUpperCase(),
      ...about,
      finding.where,
      finding.message,
    ]);
  });
  return table(headings, rows);
}
