import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../label/companies.ts';
import { GENERATOR_NAMES } from '../vendor/rules/generator-names.ts';
import { ALIASES, startsWithWords } from './find-alias.ts';
import { comparable } from './generator-name.ts';
import { isSameMaker, MAKERS } from './makers.ts';

describe('whether two names are of one maker', () => {
  it.each([
    ['Kuaishou', 'Kuaishou (Kling)'],
    ['kling', 'Kuaishou'],
    ['ByteDance', 'ByteDance (Dreamina)'],
    ['Volcano Engine', 'ByteDance'],
    ['Volcano Engine', 'Volcengine Ark'],
    ['即梦', 'ByteDance'],
    ['MiniMax', 'MiniMax (Hailuo)'],
    ['ShengShu', 'Vidu'],
    ['ChatGPT', 'OpenAI'],
    ['Adobe Firefly', 'Adobe'],
    ['Google AI', 'Pixel Studio'],
    ['Midjourney', 'MIDJOURNEY'],
  ])('%s and %s are', (one, other) => {
    expect([isSameMaker(one, other), isSameMaker(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Kuaishou', 'Midjourney'],
    ['Kuaishou', 'ByteDance'],
    ['Klingon Studio', 'Kuaishou'],
    ['Luma AI', 'Lumafusion'],
    ['Stable Diffusion WebUI (AUTOMATIC1111)', 'Stability AI'],
    ['001191110108335469089C10100', 'Kuaishou'],
    ['', ''],
    ['(ByteDance)', 'ByteDance'],
  ])('%s and %s are not', (one, other) => {
    expect([isSameMaker(one, other), isSameMaker(other, one)]).toEqual([false, false]);
  });

  it('every name is one that a table of ours gives', () => {
    const given = [
      ...PROVIDERS.flatMap(({ names, company, product }) => [
        ...names,
        company.en,
        company.zh,
        ...(product?.split(' ') ?? []),
      ]),
      ...GENERATOR_NAMES.flatMap(({ names, vendor }) => [...names, vendor]),
      ...ALIASES.flatMap(({ source }) => source ?? []),
    ].map(comparable);
    const unused = MAKERS.flat().filter((name) => !given.some((text) => startsWithWords(text, comparable(name))));
    expect(unused).toEqual([]);
  });

  it('no name is of two makers', () => {
    const names = MAKERS.flat().map(comparable);
    expect(new Set(names).size).toBe(names.length);
  });
});
