import { SETTINGS } from '../../../config.ts';
import { SETTING_WORDS_ZH_CN } from '../../../config/setting-words-zh-cn.ts';
import type { Language } from '../../../shared/language.ts';
import { code, markdownTable, NONE, plain } from './markdown-table.ts';

const HEAD = { en: ['Setting', 'Default', 'What it is for'], 'zh-CN': ['设置', '默认值', '用途'] } as const;

export function settingTable(language: Language): string {
  return markdownTable(
    HEAD[language],
    Object.keys(SETTINGS)
      .filter(isSetting)
      .map((name) => {
        const { fallback, about } = SETTINGS[name];
        const words = language === 'en' ? about : SETTING_WORDS_ZH_CN[name];
        return [code(name), fallback === '' ? NONE : code(fallback), plain(words)];
      }),
  );
}

function isSetting(text: string): text is keyof typeof SETTINGS {
  return Object.hasOwn(SETTINGS, text);
}
