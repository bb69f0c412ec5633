import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tokenize } from './source/lexer.ts';
import { readTree } from './source/tree.ts';

const TABLE = 'docs/billing-faults.md';
const CASES = Array.from({ length: 84 }, (_none, at) => `F${at + 1}`);

interface Row {
  fault: string;
  path: string;
  title: string;
}

const tree = readTree(fileURLToPath(new URL('..', import.meta.url)));

/** Markdown has its `|` escaped, and a source file its quotes. */
const rows: Row[] = tree
  .text(TABLE)
  .split('\n')
  .flatMap((line) => {
    const [, fault, path, title] = /^\| (F\d+) \| .+ \| `([^`]+)` › (.+?) \|$/.exec(line) ?? [];
    return fault === undefined || path === undefined || title === undefined
      ? []
      : [{ fault, path, title: title.replaceAll('\\|', '|') }];
  });

/** The titles in a test file that name cases. */
function titlesOf(path: string): string[] {
  const tokens = tokenize(tree.text(path));
  const isTitle = (at: number): boolean => {
    const before = tokens[at - 2];
    const isText = tokens[at]?.kind === 'string' || tokens[at]?.kind === 'template';
    return isText && tokens[at - 1]?.text === '(' && (before?.text === 'it' || before?.text === ')');
  };
  return tokens
    .filter((_token, at) => isTitle(at))
    .map(({ text }) => text.replaceAll(/\\(.)/g, '$1'))
    .filter((text) => casesOf(text).length > 0);
}

/** The numbers of a title: first, or behind the status and the code of an answer. Several cases may share a test. */
function casesOf(title: string): string[] {
  return /^(?:\d{3} )?(?:[A-Z_]{3,} )*((?:F\d+ )+)/.exec(title)?.[1]?.trim().split(' ') ?? [];
}

const testFiles = tree.paths.filter((path) => /^packages\/.*\.test\.tsx?$/.test(path));
const written = testFiles.flatMap((path) => titlesOf(path).map((title) => ({ path, title })));

describe('the table of fault cases', () => {
  it('is read whole', () => {
    const lines = tree
      .text(TABLE)
      .split('\n')
      .filter((line) => line.startsWith('| F'));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('has a row for each case', () => {
    const told = new Set(rows.map(({ fault }) => fault));
    expect(CASES.filter((fault) => !told.has(fault))).toEqual([]);
  });

  it('has rows of tests that exist, under the number of the case', () => {
    const existing = new Set(written.map(({ path, title }) => `${path} › ${title}`));
    const wrong = rows.filter(
      ({ fault, path, title }) => !casesOf(title).includes(fault) || !existing.has(`${path} › ${title}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has a row for each test of a case', () => {
    const told = new Set(rows.map(({ fault, path, title }) => `${fault} ${path} › ${title}`));
    const untold = written.flatMap(({ path, title }) =>
      casesOf(title).flatMap((fault) =>
        told.has(`${fault} ${path} › ${title}`) ? [] : [`${fault} ${path} › ${title}`],
      ),
    );
    expect(untold).toEqual([]);
  });
});
