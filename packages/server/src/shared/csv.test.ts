import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const cellOf = (text: string) => csvOf([[text]]).slice(1, -2);

describe('a cell for spreadsheets', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '－1', ' =1'])('%s is text and no formula', (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it.each(['\t=1', '\r=1', '=a,b', '=a"b', '=a\nb'])('%j is text, whatever is quoted', (text) => {
    expect(cellOf(text)).toMatch(/^"?'/);
  });

  it.each(['a=1', '1-1', 'x@example.com', '余额', ''])('%s stays as it is', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it('is quoted where a reader would take it for several', () => {
    expect(csvOf([['a,b', 'c"d', 'e\r\nf']])).toBe('\u{feff}"a,b","c""d","e\r\nf"\r\n');
  });
});
