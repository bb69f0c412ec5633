import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

describe('chooseLanguage', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
    [{ LANG: 'zh' }, 'zh-CN'],
    [{ LANG: 'zhx' }, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'],
    [{ LC_ALL: '', LANG: 'zh_TW' }, 'zh-CN'],
  ])('of the locale %j is %s', (env, language) => {
    expect(chooseLanguage(undefined, env)).toBe(language);
  });

  it('lets the option win, and refuses a language that nobody wrote', () => {
    expect(chooseLanguage('en', { LANG: 'zh_CN' })).toBe('en');
    expect(() => chooseLanguage('fr', {})).toThrow('--lang takes en, zh-CN');
  });
});
