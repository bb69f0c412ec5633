import type { Language } from '../../../shared/language.ts';
import { MANIFESTS_EN } from './words.en.ts';
import type { Words } from '../../../shared/words.ts';
import { MANIFESTS_ZH_CN } from './words.zh-cn.ts';

export type ManifestWords = Words<typeof MANIFESTS_ZH_CN>;

export const MANIFESTS: Readonly<Record<Language, ManifestWords>> = { en: MANIFESTS_EN, 'zh-CN': MANIFESTS_ZH_CN };
