import { describe, expect, it } from 'vitest';
import { prefersHtml, wantsPage } from './accept.ts';

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

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';

describe('wantsPage', () => {
  it.each([
    [{ accept: 'text/html', 'user-agent': 'curl/8' }, true],
    [{ accept: '*/*', 'user-agent': BROWSER }, true],
    [{ 'user-agent': BROWSER }, true],
    [{ accept: '*/*', 'user-agent': BROWSER, 'sec-fetch-dest': 'document' }, true],
    [{ accept: '*/*', 'user-agent': BROWSER, 'sec-fetch-dest': 'empty' }, false],
    [{ accept: 'application/json', 'user-agent': BROWSER }, false],
    [{ accept: 'application/json, */*', 'user-agent': BROWSER }, false],
    [{ accept: 'text/html;q=0, */*', 'user-agent': BROWSER }, false],
    [{ accept: 'image/avif,image/webp,*/*;q=0.8', 'user-agent': BROWSER }, false],
    [{ accept: '*/*', 'user-agent': 'WhatsApp/2.23.20.0' }, true],
    [{ accept: '*/*', 'user-agent': 'Discordbot/2.0' }, true],
    [{ accept: '*/*', 'user-agent': 'LarkUrl2Meta/1.0' }, true],
    [{ accept: '*/*', 'user-agent': 'python-requests/2.32' }, false],
    [{ accept: '*/*', 'user-agent': 'node' }, false],
    [{ accept: '*/*' }, false],
    [{}, false],
  ])('%j is %s', (headers, expected) => {
    expect(wantsPage(headers)).toBe(expected);
  });
});
