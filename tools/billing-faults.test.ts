import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tokenize } from './source/lexer.ts';
import { readTree } from './source/tree.ts';

const TABLE = 'docs/billing-faults.md';
const CASES = Array.from({ length: 84 }, (_none, at) => `F${at + 1}`);

/** Cases without a test. A case leaves the list with the test that it gets, and none is added. */
const NOT_YET: readonly string[] = [];

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

/** The titles in a test file that begin with the number of a case. */
function titlesOf(path: string): string[] {
  return tokenize(tree.text(path))
    .filter(({ kind }) => kind === 'string' || kind === 'template')
    .map(({ text }) => text.replaceAll(/\\(.)/g, '$1'))
    .filter((text) => /^F\d+ /.test(text));
}

const testFiles = tree.paths.filter((path) => /^packages\/.*\.test\.tsx?$/.test(path));
const written = testFiles.flatMap((path) => titlesOf(path).map((title) => `${path} › ${title}`));

describe('the table of fault cases', () => {
  it('is read whole', () => {
    const lines = tree
      .text(TABLE)
      .split('\n')
      .filter((line) => /^\| F/.test(line));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('has a row for each case, but for those without a test', () => {
    const told = new Set(rows.map(({ fault }) => fault));
    expect(CASES.filter((fault) => !told.has(fault))).toEqual(NOT_YET);
  });

  it('has rows of tests that exist, under the number of the case', () => {
    const existing = new Set(written);
    const wrong = rows.filter(
      ({ fault, path, title }) => !title.startsWith(`${fault} `) || !existing.has(`${path} › ${title}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has a row for each test of a case', () => {
    const told = new Set(rows.map(({ path, title }) => `${path} › ${title}`));
    expect(written.filter((test) => !told.has(test))).toEqual([]);
  });
});
