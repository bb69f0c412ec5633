import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { INVITATION_EN } from './words.en.ts';
import { INVITATION_ZH_CN } from './words.zh-cn.ts';

export const INVITATION: Readonly<Record<Language, Words<typeof INVITATION_ZH_CN>>> = {
  en: INVITATION_EN,
  'zh-CN': INVITATION_ZH_CN,
};
