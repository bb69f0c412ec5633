import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

describe('chooseLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zh', 'zh-CN'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['ZH-hans-cn', 'zh-CN'],
    ['en-GB,zh;q=0.9', 'en'],
    ['en;q=0.1, zh;q=0.2', 'zh-CN'],
    ['zh;q=0, en;q=0.1', 'en'],
    ['zh;q=0', 'en'],
    ['fr, de;q=0.9', 'en'],
    ['fr, zh;q=0.1', 'zh-CN'],
    ['*, zh;q=0.9', 'en'],
    ['*;q=0.1, zh;q=0.9', 'zh-CN'],
    ['zh;q=2, en', 'en'],
    ['zh;q=abc', 'en'],
    ['zhuang', 'en'],
    ['zh,en', 'zh-CN'],
    ['en,zh', 'en'],
    [`${'fr,'.repeat(10_000)}zh`, 'en'],
  ])('%j is %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language);
  });
});
