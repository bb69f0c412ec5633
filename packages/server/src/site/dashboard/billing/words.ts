import type { Language } from '../../../shared/language.ts';
import { BILLING_EN } from './words.en.ts';
import { BILLING_ZH_CN, type BillingWords } from './words.zh-cn.ts';

export const BILLING: Readonly<Record<Language, BillingWords>> = { en: BILLING_EN, 'zh-CN': BILLING_ZH_CN };
