import type { Language } from '../../shared/language.ts';
import { PRICING_EN } from './words.en.ts';
import { PRICING_ZH_CN, type PricingWords } from './words.zh-cn.ts';

export const PRICING: Readonly<Record<Language, PricingWords>> = { en: PRICING_EN, 'zh-CN': PRICING_ZH_CN };
