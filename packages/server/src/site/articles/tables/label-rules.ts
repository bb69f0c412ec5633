import type { Language } from '../../../shared/language.ts';
import { clauseIn, LABEL_RULES, presentFindings } from '../../../shared/label-rules.ts';
import { code, markdownTable, plain } from './markdown-table.ts';

const HEAD = {
  en: ['Rule', 'Severity', 'What is wrong, and what the rule asks for', 'Source'],
  'zh-CN': ['规则', '级别', '问题与要求', '依据'],
} as const;

type RuleId = keyof typeof LABEL_RULES;
type ValueName = (typeof LABEL_RULES)[RuleId]['values'][number];

/** What stands for a value of the file. */
const VALUE_NAMES: Readonly<Record<ValueName, readonly [string, string]>> = {
  repairs: ['repairs', '修复方式'],
  count: ['number', '数量'],
  names: ['names', '名称'],
  name: ['name', '名称'],
  value: ['value', '值'],
  key: ['element', '要素'],
  limit: ['limit', '上限'],
  uscc: ['code', '代码'],
  digit: ['digit', '数字'],
  extension: ['extension', '扩展码'],
  provider: ['company', '公司'],
  basis: ['grade', '等级'],
  keys: ['elements', '要素'],
  location: ['place', '位置'],
  namespace: ['namespace', '命名空间'],
  prefix: ['prefix', '前缀'],
  signer: ['signer', '签署者'],
  credential: ['declaration', '声明'],
  schema: ['vendor', '厂商'],
  media_type: ['media type', '媒体类型'],
};

/** Each rule that a China AIGC label is held against; what would come from the file stands in angle marks. */
export function labelRuleTable(language: Language): string {
  const values = Object.fromEntries(
    Object.entries(VALUE_NAMES).map(([name, [en, zhCn]]) => [name, language === 'en' ? `‹${en}›` : `〈${zhCn}〉`]),
  );
  return markdownTable(
    HEAD[language],
    Object.keys(LABEL_RULES)
      .filter(isRule)
      .map((rule) => {
        const { severity, clause } = LABEL_RULES[rule];
        const [finding] = presentFindings([{ rule, severity, values }], language);
        return [code(rule), code(severity), plain(finding?.message ?? ''), plain(clauseIn(clause, language))];
      }),
  );
}

function isRule(text: string): text is RuleId {
  return Object.hasOwn(LABEL_RULES, text);
}
