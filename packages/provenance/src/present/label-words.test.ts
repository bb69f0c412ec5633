import { describe, expect, it } from 'vitest';
import { LABEL_RULES } from '../label/rules.ts';
import { LABEL_WORDS_EN } from './label-words-en.ts';
import { LABEL_WORDS_ZH_CN } from './label-words-zh-cn.ts';

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

describe('the words of the label rules', () => {
  it('cover exactly the rules', () => {
    const ids = Object.keys(LABEL_RULES);
    expect(Object.keys(LABEL_WORDS_EN)).toEqual(ids);
    expect(Object.keys(LABEL_WORDS_ZH_CN)).toEqual(ids);
  });

  const rows = Object.entries(LABEL_RULES).map(([id, { values }]) => ({ id, values }));

  it.each(rows)('$id is said in both languages with the values of its row', ({ id, values }) => {
    for (const words of [LABEL_WORDS_EN, LABEL_WORDS_ZH_CN]) {
      const text = Object.entries(words).find(([rule]) => rule === id)?.[1] ?? '';
      expect(text).toMatch(/[.。]$/);
      expect(namesIn(text)).toEqual(values.toSorted());
    }
  });

  it('Chinese is written with Chinese marks', () => {
    for (const text of Object.values(LABEL_WORDS_ZH_CN)) expect(text).not.toMatch(/[\u4e00-\u9fff][,;:?!()]/);
  });
});
