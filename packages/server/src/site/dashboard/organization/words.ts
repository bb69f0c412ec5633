import type { Language } from '../../../shared/language.ts';
import { ORGANIZATION_EN } from './words.en.ts';
import { ORGANIZATION_ZH_CN, type OrganizationWords } from './words.zh-cn.ts';

export const ORGANIZATION: Readonly<Record<Language, OrganizationWords>> = {
  en: ORGANIZATION_EN,
  'zh-CN': ORGANIZATION_ZH_CN,
};
