import type { Language } from '../shared/language.ts';
import type { ValidationProblem } from '../shared/validation-failure.ts';

type Context = Readonly<Record<string, unknown>>;
type Wording = Readonly<Record<Language, (context: Context) => string>>;

function show(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '?';
}

function fixed(en: string, zhCn: string): Wording {
  return { en: () => en, 'zh-CN': () => zhCn };
}

/** The sentence for each problem type; the English ones are those that FastAPI clients know. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  missing: fixed('Field required', '缺少必填字段'),
  string_type: fixed('Input should be a valid string', '应为字符串'),
  int_type: fixed('Input should be a valid integer', '应为整数'),
  int_parsing: fixed('Input should be a valid integer, unable to parse string as an integer', '应为整数，无法解析'),
  float_type: fixed('Input should be a valid number', '应为数字'),
  bool_type: fixed('Input should be a valid boolean', '应为布尔值'),
  list_type: fixed('Input should be a valid list', '应为数组'),
  dict_type: fixed('Input should be a valid dictionary', '应为对象'),
  none_required: fixed('Input should be None', '应为 null'),
  extra_forbidden: fixed('Extra inputs are not permitted', '不允许出现未声明的字段'),
  json_invalid: fixed('JSON decode error', 'JSON 解析失败'),
  multipart_invalid: fixed('The multipart body is malformed', 'multipart 请求体格式错误'),
  repeated: fixed('The field was given more than once', '字段重复出现'),
  file_expected: fixed('Input should be a file', '应为文件'),
  union_mismatch: fixed('Input matches none of the accepted forms', '不符合任何可接受的形式'),
  content_type: {
    en: (context) => `Content type should be ${show(context['expected'])}`,
    'zh-CN': (context) => `Content-Type 应为 ${show(context['expected'])}`,
  },
  enum: {
    en: (context) => `Input should be ${show(context['expected'])}`,
    'zh-CN': (context) => `应为 ${show(context['expected'])}`,
  },
  string_too_short: {
    en: (context) => `String should have at least ${show(context['min_length'])} characters`,
    'zh-CN': (context) => `至少需要 ${show(context['min_length'])} 个字符`,
  },
  string_too_long: {
    en: (context) => `String should have at most ${show(context['max_length'])} characters`,
    'zh-CN': (context) => `最多允许 ${show(context['max_length'])} 个字符`,
  },
  string_pattern_mismatch: {
    en: (context) => `String should match pattern '${show(context['pattern'])}'`,
    'zh-CN': (context) => `应匹配模式 '${show(context['pattern'])}'`,
  },
  string_format: {
    en: (context) => `Input should be a valid ${show(context['format'])}`,
    'zh-CN': (context) => `不是有效的 ${show(context['format'])} 格式`,
  },
  too_short: {
    en: (context) => `List should have at least ${show(context['min_length'])} items`,
    'zh-CN': (context) => `至少需要 ${show(context['min_length'])} 项`,
  },
  too_long: {
    en: (context) => `List should have at most ${show(context['max_length'])} items`,
    'zh-CN': (context) => `最多允许 ${show(context['max_length'])} 项`,
  },
  greater_than_equal: {
    en: (context) => `Input should be greater than or equal to ${show(context['ge'])}`,
    'zh-CN': (context) => `应大于或等于 ${show(context['ge'])}`,
  },
  greater_than: {
    en: (context) => `Input should be greater than ${show(context['gt'])}`,
    'zh-CN': (context) => `应大于 ${show(context['gt'])}`,
  },
  less_than_equal: {
    en: (context) => `Input should be less than or equal to ${show(context['le'])}`,
    'zh-CN': (context) => `应小于或等于 ${show(context['le'])}`,
  },
  less_than: {
    en: (context) => `Input should be less than ${show(context['lt'])}`,
    'zh-CN': (context) => `应小于 ${show(context['lt'])}`,
  },
  multiple_of: {
    en: (context) => `Input should be a multiple of ${show(context['multiple_of'])}`,
    'zh-CN': (context) => `应为 ${show(context['multiple_of'])} 的倍数`,
  },
  value_error: {
    en: (context) => `Value error, ${show(context['error'])}`,
    'zh-CN': (context) => `取值错误：${show(context['error'])}`,
  },
};

const UNKNOWN_TYPE = fixed('Input is not valid', '输入无效');

/** The human sentence of a problem in the caller's language. */
export function wordProblem(problem: ValidationProblem, language: Language): string {
  if (problem.message !== undefined) return problem.message[language];
  return (WORDINGS[problem.type] ?? UNKNOWN_TYPE)[language](problem.ctx ?? {});
}
