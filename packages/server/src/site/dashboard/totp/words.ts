import type { Language } from '../../../shared/language.ts';
import { TOTP_EN } from './words.en.ts';
import { TOTP_ZH_CN, type TotpWords } from './words.zh-cn.ts';

export const TOTP: Readonly<Record<Language, TotpWords>> = { en: TOTP_EN, 'zh-CN': TOTP_ZH_CN };
