import MarkdownIt from 'markdown-it';

/** A heading of the second level, for the list of contents. */
export interface Heading {
  id: string;
  text: string;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

/** Renders our own Markdown: no HTML in it, headings with anchors, tables that scroll on narrow screens. */
export function renderMarkdown(markdown: string): RenderedMarkdown {
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const headings: Heading[] = [];
  const used = new Set<string>();
  parser.renderer.rules['heading_open'] = (tokens, at) => {
    const token = tokens[at];
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = uniqueId(text, used);
    if (token?.tag === 'h2') headings.push({ id, text });
    return `<${token?.tag ?? 'h2'} id="${id}">`;
  };
  // A region that scrolls must be reachable with the keyboard.
  parser.renderer.rules['table_open'] = () => '<div class="table-scroll" tabindex="0"><table>';
  parser.renderer.rules['table_close'] = () => '</table></div>';
  parser.renderer.rules['tr_open'] = (tokens, at) => {
    const id = rowId(tokens[at + 2]?.children ?? []);
    if (id === null || used.has(id)) return '<tr>';
    used.add(id);
    return `<tr id="${id}">`;
  };
  parser.renderer.rules['fence'] = (tokens, at) => {
    const { content = '', info = '' } = tokens[at] ?? {};
    const language = /^[a-z]+$/.test(info) ? ` class="language-${info}"` : '';
    return `<pre tabindex="0"><code${language}>${parser.utils.escapeHtml(content)}</code></pre>\n`;
  };
  return { html: parser.render(markdown), headings };
}

/** A row that begins with the name of something, such as an error code, can be linked to by that name. */
function rowId(firstCell: readonly { type: string; content: string }[]): string | null {
  const [only, ...others] = firstCell;
  const isName = only?.type === 'code_inline' && others.length === 0 && /^[A-Za-z][\w:.-]*$/.test(only.content);
  return isName ? only.content : null;
}

/** Letters of any script, digits and hyphens; numbered where a text comes twice. */
function uniqueId(text: string, used: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'section';
  let id = base;
  for (let count = 2; used.has(id); count += 1) id = `${base}-${count}`;
  used.add(id);
  return id;
}
