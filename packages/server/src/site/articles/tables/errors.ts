import { ERROR_CODES, isErrorCode } from '../../../shared/error-codes.ts';
import type { Language } from '../../../shared/language.ts';
import { ERROR_ADVICE } from './error-advice.ts';
import { code, markdownTable, plain } from './markdown-table.ts';

const HEAD = {
  en: ['Code', 'Status', 'When', 'What to do'],
  'zh-CN': ['错误码', '状态码', '何时返回', '如何处理'],
} as const;

export function errorTable(language: Language): string {
  const codes = Object.keys(ERROR_CODES).filter(isErrorCode);
  return markdownTable(
    HEAD[language],
    codes.map((name) => {
      const { status, when } = ERROR_CODES[name];
      return [code(name), String(status), plain(when[language]), ERROR_ADVICE[name][language]];
    }),
  );
}
