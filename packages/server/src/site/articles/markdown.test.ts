import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

describe('renderMarkdown', () => {
  it('lists the headings of the second level as they read, each with an anchor of its own', () => {
    const { html, headings } = renderMarkdown(
      '## `china_aigc`: the *label*\n\n### Below\n\n## The end\n\n## The end\n\n## 隐式标识',
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
    );
    expect(html.match(/<tr[^>]*>/g)).toEqual(['<tr>', '<tr id="NOT_FOUND">', '<tr>', '<tr>']);
  });

  it('shows HTML as text, and makes what scrolls reachable with the keyboard', () => {
    const { html } = renderMarkdown('<b>x</b>\n\n```sh\necho "<i>"\n```\n\n```"onload=x\ny\n```');
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).toContain('<pre tabindex="0"><code class="language-sh">echo &quot;&lt;i&gt;&quot;');
    expect(html).toContain('<pre tabindex="0"><code>y');
  });
});
