import type { LABEL_RULES, LabelRuleId } from '../label/rules.ts';
import type { Language } from './language.ts';

type Clause = (typeof LABEL_RULES)[LabelRuleId]['clause'];

/** The sources of the rules as Chinese readers cite them. */
const CLAUSES_ZH_CN: Readonly<Record<Clause, string>> = {
  'GB 45438-2025 Annex E b)': 'GB 45438-2025 附录 E b)',
  'GB 45438-2025 Annex E a) and c) to i)': 'GB 45438-2025 附录 E a)、c) 至 i)',
  'GB 45438-2025 Annex E c)': 'GB 45438-2025 附录 E c)',
  'GB 45438-2025 Annex E c) to i)': 'GB 45438-2025 附录 E c) 至 i)',
  'GB 45438-2025 Annex E c), IPTC digital source type': 'GB 45438-2025 附录 E c)，IPTC 数字来源类型',
  'GB 45438-2025 Annex E d)': 'GB 45438-2025 附录 E d)',
  'GB 45438-2025 Annex E d) and g)': 'GB 45438-2025 附录 E d)、g)',
  'GB 45438-2025 Annex E e)': 'GB 45438-2025 附录 E e)',
  'GB 45438-2025 Annex E f) and i)': 'GB 45438-2025 附录 E f)、i)',
  'GB 45438-2025 Annex E g) and h)': 'GB 45438-2025 附录 E g)、h)',
  'GB 45438-2025 Annex E j)': 'GB 45438-2025 附录 E j)',
  'GB 45438-2025 Annex E, note 1': 'GB 45438-2025 附录 E 注 1',
  'GB 45438-2025 clause 6.1 c)': 'GB 45438-2025 6.1 c)',
  'Labelling Measures, articles 5 and 6': '《人工智能生成合成内容标识办法》第五条、第六条',
  'TC260 practice guide of the format': '该格式的 TC260 实践指南',
  'TC260-PG-20252A': 'TC260-PG-20252A',
  'TC260-PG-20252A, GB 32100-2015': 'TC260-PG-20252A，GB 32100-2015',
  'TC260-PG-20259A clause 6': 'TC260-PG-20259A 第 6 章',
  'TC260-PG-202511A': 'TC260-PG-202511A',
  'C2PA 2.2, hard bindings': 'C2PA 2.2 硬绑定',
  'the container format': '容器格式',
  Revera: 'Revera',
};

/** The source of a rule, for readers of that language. */
export function clauseIn(clause: Clause, language: Language): string {
  return language === 'zh-CN' ? CLAUSES_ZH_CN[clause] : clause;
}
