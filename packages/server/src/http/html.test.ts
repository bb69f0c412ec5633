import { createHash } from 'node:crypto';
import { hostileTexts } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import { html, inlineStyle, Markup } from './html.ts';

describe('html', () => {
  it.each([
    ['<b>&"\'', '&lt;b&gt;&amp;&quot;&#39;'],
    ['&amp;', '&amp;amp;'],
    ['plain 字 ✓', 'plain 字 ✓'],
  ])('escapes the text %j', (text, expected) => {
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${expected}">${expected}</p>`);
  });

  it('puts in markup as it is, lists in their order, and nothing for null', () => {
    const items = ['a', '<'].map((text) => html`<i>${text}</i>`);
    const [list, rule] = [html`<p>${items}</p>`, html`<hr />`];
    expect(list).toBeInstanceOf(Markup);
    expect(list.text).toBe('<p><i>a</i><i>&lt;</i></p>');
    expect(html`${null}${list}${null}${rule}`.text).toBe('<p><i>a</i><i>&lt;</i></p><hr />');
  });

  it.each(Object.entries(hostileTexts))('lets no text (%s) out of its place', (_name, text) => {
    const page = html`<p title="${text}">${text}</p>`.text;
    expect(page.slice(3, -4)).not.toMatch(/<(?!\/p>)|'/);
    expect(page.match(/"/g)).toHaveLength(2);
    expect(page.match(/>/g)).toHaveLength(2);
  });
});

describe('inlineStyle', () => {
  it('allows exactly what stands between the tags', () => {
    const css = 'p{content:"✓"}\n';
    const { element, contentSecurityPolicy } = inlineStyle(css);
    expect(element.text).toBe(`<style>${css}</style>`);
    const digest = createHash('sha256').update(css).digest('base64');
    expect(contentSecurityPolicy).toContain(`style-src 'sha256-${digest}'`);
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; /);
    expect(contentSecurityPolicy).not.toMatch(/script-src|unsafe|https?:|\*/);
  });
});
