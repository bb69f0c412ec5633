import { describe, expect, it } from 'vitest';
import { prefersHtml } from './accept.ts';

describe('prefersHtml', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['text/html', true],
    ['TEXT/HTML', true],
    ['text/html;charset=utf-8', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
    ['application/json, text/html', true],
    ['application/json, text/html;q=0.9', false],
    ['application/json;q=0.8, text/html;q=0.9', true],
    ['application/json;q=0.9, text/html;level=1;q=0.9', true],
    ['text/html;q=0', false],
    ['text/html;q=0, */*', false],
    ['text/html; q=0.001', true],
    ['application/json;q=0, text/html;q=0.1', true],
    ['text/htmlx', false],
    ['xtext/html', false],
    [',,;;,text/html', true],
    [`${'a/b,'.repeat(31)}text/html`, true],
    [`${'a/b,'.repeat(32)}text/html`, false],
  ])('%j is %s', (header, expected) => {
    expect(prefersHtml(header)).toBe(expected);
  });
});
