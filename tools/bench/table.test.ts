import { describe, expect, it } from 'vitest';
import { alignTable, formatNumber, markdownTable } from './table.ts';

const TABLE = {
  title: 'Fruit',
  columns: ['kind', 'weight g'],
  rows: [
    ['apple', 103.2],
    ['fig', 9.5],
    ['none', null],
  ],
};

describe('tables', () => {
  it('align words to the left and numbers to the right', () => {
    expect(alignTable(TABLE).split('\n')).toEqual([
      'Fruit',
      '  kind   weight g',
      '  apple       103',
      '  fig        9.50',
      '  none          –',
    ]);
  });

  it('are printed in Markdown', () => {
    expect(markdownTable(TABLE).split('\n')).toEqual([
      '**Fruit**',
      '',
      '| kind  | weight g |',
      '| --- | ---: |',
      '| apple |      103 |',
      '| fig   |     9.50 |',
      '| none  |        – |',
    ]);
  });

  it.each([
    [1.234, '1.23'],
    [12.34, '12.3'],
    [123.4, '123'],
    [1234.5, '1235'],
  ])('show %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});
