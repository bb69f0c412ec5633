import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const EN = { language: 'en' } as const;

describe('renderMarkdown', () => {
  it('lists the headings of the second level as they read, each with an anchor of its own', () => {
    const { html, headings } = renderMarkdown(
      '## `china_aigc`: the *label*\n\n### Below\n\n## The end\n\n## The end\n\n## 隐式标识',
      EN,
    );
    expect(headings).toEqual([
      { id: 'china-aigc-the-label', text: 'china_aigc: the label' },
      { id: 'the-end', text: 'The end' },
      { id: 'the-end-2', text: 'The end' },
      { id: '隐式标识', text: '隐式标识' },
    ]);
    expect(html).toContain('<h2 id="china-aigc-the-label"><code>china_aigc</code>: the <em>label</em></h2>');
    expect(html).toContain('<h3 id="below">');
  });

  it('gives a row an anchor when it begins with a name, once', () => {
    const { html } = renderMarkdown(
      '| Code | |\n| --- | --- |\n| `NOT_FOUND` | a |\n| `NOT_FOUND` | b |\n| text | c |',
      EN,
    );
    expect(html.match(/<tr[^>]*>/g)).toEqual(['<tr>', '<tr id="NOT_FOUND">', '<tr>', '<tr>']);
  });

  it('shows HTML as text, and makes what scrolls reachable with the keyboard', () => {
    const { html } = renderMarkdown('<b>x</b>\n\n```sh\necho "<i>"\n```\n\n```"onload=x\ny\n```', EN);
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).toContain(
      '<pre tabindex="0"><code id="code-1-0" class="language-sh"><span class="k">echo</span> <span class="s">&quot;&lt;i>&quot;</span>',
    );
    expect(html).toContain('<pre tabindex="0"><code id="code-1-1">y');
  });

  it('makes a command in three languages tabs, and calls the JSON below its answer', () => {
    const call = '```sh\ncurl x\n```\n\n```js\na\n```\n\n```python\nb\n```\n\n';
    const { html } = renderMarkdown(`Text.\n\n${call}\`\`\`json\n{}\n\`\`\`\n\nMore.`, { ...EN, beside: true });
    expect(html).toMatch(
      /^<div class="row"><div class="row-text"><p>Text\.<\/p>\n<\/div><div class="row-code"><div class="samples"/,
    );
    expect([...html.matchAll(/<summary>(\w+)<\/summary>/g)].map(([, name]) => name)).toEqual([
      'curl',
      'JavaScript',
      'Python',
    ]);
    expect(html.match(/<details open>/g)).toHaveLength(1);
    expect(html).toContain('<span class="code-title">Response</span>');
    expect(html).toContain('</div></div><div class="row-text"><p>More.</p>');
  });

  it('keeps code in a list where it is, and begins a row with each heading', () => {
    const { html } = renderMarkdown('- a\n\n  ```sh\n  ls\n  ```\n\n## B\n\ntext', { ...EN, beside: true });
    expect(html).toMatch(/<li>\n<p>a<\/p>\n<div class="code">/);
    expect(html.match(/class="row-text row-alone"/g)).toHaveLength(2);
  });

  it('says in each cell but the first which column it is of', () => {
    const { html } = renderMarkdown('| A | `B"<` |\n| --- | --- |\n| a | b |', EN);
    expect(html).toContain('<td>a</td>');
    expect(html).toContain('<td data-label="B&quot;&lt;">b</td>');
  });

  it('shows no space after emphasis that ends with a Chinese full stop, and keeps every other', () => {
    const htmlOf = (text: string): string => renderMarkdown(text, { ...EN, language: 'zh-CN' }).html;
    expect(htmlOf('**不打分。** 证据 `a` 并列 **两处** 展示。')).toBe(
      '<p><strong>不打分。</strong>证据 <code>a</code> 并列 <strong>两处</strong> 展示。</p>\n',
    );
    expect(htmlOf('**No score.** Evidence.')).toBe('<p><strong>No score.</strong> Evidence.</p>\n');
    expect(htmlOf('**甲。** <b>&')).toBe('<p><strong>甲。</strong>&lt;b&gt;&amp;</p>\n');
  });
});
