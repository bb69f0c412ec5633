import type { Language } from '../../../shared/language.ts';
import { AUDIT_EN } from './words.en.ts';
import { AUDIT_ZH_CN, type AuditWords } from './words.zh-cn.ts';

export const AUDIT: Readonly<Record<Language, AuditWords>> = { en: AUDIT_EN, 'zh-CN': AUDIT_ZH_CN };
