import type { Language } from '../language.ts';
import type { StatementWords } from './statement-words.ts';
import { STATEMENT_EN } from './words-en.ts';
import { STATEMENT_ZH_CN } from './words-zh-cn.ts';

/** Every sentence of the first lines of a result. */
export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = {
  en: STATEMENT_EN,
  'zh-CN': STATEMENT_ZH_CN,
};
