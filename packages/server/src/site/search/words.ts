import type { Localized } from '../../shared/language.ts';

type SearchWord = 'label' | 'short' | 'some' | 'none' | 'failed';

export const SEARCH: Readonly<Record<SearchWord, Localized>> = {
  label: { en: 'Search the documentation and articles', 'zh-CN': '搜索文档与知识' },
  short: { en: 'Search', 'zh-CN': '搜索' },
  some: { en: 'Results: {count}', 'zh-CN': '找到 {count} 条' },
  none: { en: 'Nothing found. Try fewer or other words.', 'zh-CN': '没有找到，请换个说法再试。' },
  failed: { en: 'The search could not be loaded. Try again later.', 'zh-CN': '搜索没有加载成功，请稍后再试。' },
};
