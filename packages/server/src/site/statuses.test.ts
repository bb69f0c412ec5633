import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../shared/language.ts';
import { STATUSES, TONES, type StatusWord } from '../shared/statuses.ts';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));

/** Sources that people's words stand in, without the tests. */
const SOURCES = ['server/src', 'cli/src'].flatMap((folder) =>
  readdirSync(`${PACKAGES}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${PACKAGES}${folder}/${path}`, 'utf8') })),
);

/** What only a status can mean; words such as "Active" are said of keys and accounts too. */
function isTelling(words: string): boolean {
  return words.split(' ').length > 2 || /[\u4e00-\u9fff]{5}/.test(words);
}

describe('the words of the statuses', () => {
  it.each(LANGUAGES)('in %s stand in no other table of the server and the command line', (language) => {
    const said = Object.values(STATUSES[language])
      .flatMap((table) => Object.values<Partial<StatusWord>>(table))
      .flatMap(({ heading, text }) => [heading ?? '', text ?? ''])
      .filter(isTelling);
    expect(said.length).toBeGreaterThan(60);
    const repeated = SOURCES.flatMap(({ path, text }) =>
      said.filter((words) => text.includes(`'${words}'`)).map((words) => [path, words]),
    );
    expect(repeated).toEqual([]);
  });
});

describe('the classes of the tones', () => {
  const names = new Set(Object.values(TONES).flatMap((tones) => Object.values<string>(tones)));

  it('are named by the one table', () => {
    const used = SOURCES.flatMap(({ text }) => [...text.matchAll(/(?<![\w-])tone-(\w+)/g)].map(([, name]) => name));
    expect(new Set(used)).toEqual(names);
  });

  it('have replaced those that named a verdict', () => {
    const old = /(?<![\w-])state-(verified|partial|unknown|conflicting|failed)(?![\w-])/;
    expect(SOURCES.filter(({ text }) => old.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
