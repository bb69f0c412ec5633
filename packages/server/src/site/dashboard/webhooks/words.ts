import type { Language } from '../../../shared/language.ts';
import { WEBHOOKS_EN } from './words.en.ts';
import { WEBHOOKS_ZH_CN, type WebhooksWords } from './words.zh-cn.ts';

export const WEBHOOKS: Readonly<Record<Language, WebhooksWords>> = { en: WEBHOOKS_EN, 'zh-CN': WEBHOOKS_ZH_CN };
