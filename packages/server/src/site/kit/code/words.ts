import type { Localized } from '../../../shared/language.ts';

/** What stands above a block of code, by its language. */
export const CODE_NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  json: 'JSON',
  js: 'JavaScript',
  python: 'Python',
  http: 'HTTP',
  html: 'HTML',
  go: 'Go',
  java: 'Java',
  php: 'PHP',
};

/** The languages in which a call is shown, in the order of their tabs. */
export const SAMPLE_LANGUAGES = ['sh', 'js', 'python'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** What the tabs are called. */
export const SAMPLE_NAMES: Readonly<Record<SampleLanguage, string>> = {
  sh: 'curl',
  js: 'JavaScript',
  python: 'Python',
};

export const SAMPLES_LABEL: Localized = { en: 'Languages of the example', 'zh-CN': '示例的语言' };
export const ANSWER_LABEL: Localized = { en: 'Response', 'zh-CN': '响应' };
