import MarkdownIt from 'markdown-it';
import type { Language } from '../../shared/language.ts';
import { renderCode } from './code-run.tsx';
import { renderPicture } from './pictures/picture.tsx';
import { headingIds } from './heading-ids.ts';
import { blocksOf, rowsOf, type Block } from './rows.ts';

/** A heading of the second level, for the list of contents. */
export interface Heading {
  id: string;
  text: string;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

type Parser = InstanceType<typeof MarkdownIt>;

interface Options {
  /** Of the words that stand beside the text. */
  language: Language;
  /** Text on the left and its code on the right, where there is room. */
  beside?: boolean;
}

/** Renders our own Markdown: no HTML in it, headings with anchors, tables that are stacked on narrow screens. */
export function renderMarkdown(markdown: string, { language, beside = false }: Options): RenderedMarkdown {
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const headings: Heading[] = [];
  const used = new Set<string>();
  ruleHeadings(parser, headings, used);
  ruleTables(parser, used);
  ruleChineseEmphasis(parser);
  // An image of ours is the name of a drawing.
  parser.renderer.rules['image'] = (tokens, at) => renderPicture(String(tokens[at]?.attrGet('src') ?? ''), language);
  let codes = 0;
  const show = (block: Block): string =>
    block.kind === 'code'
      ? renderCode(block.fences, `code-${(codes += 1)}`, language)
      : parser.renderer.render(block.tokens, parser.options, {});
  parser.renderer.rules['fence'] = (tokens, at) => {
    const { content = '', info = '' } = tokens[at] ?? {};
    return renderCode([{ content, info }], `code-${(codes += 1)}`, language);
  };
  const blocks = blocksOf(parser.parse(markdown, {}));
  if (!beside) return { html: blocks.map(show).join(''), headings };
  const html = rowsOf(blocks).map(({ before, code, after }) => {
    const text = before.map(show).join('');
    if (code === null) return `<div class="row-text row-alone">${text}</div>`;
    const shown = show(code);
    const rest = after.map(show).join('');
    return [
      `<div class="row"><div class="row-text">${text}</div><div class="row-code">${shown}</div>`,
      rest === '' ? '</div>' : `<div class="row-text">${rest}</div></div>`,
    ].join('');
  });
  return { html: html.join('\n'), headings };
}

function ruleHeadings(parser: Parser, headings: Heading[], used: Set<string>): void {
  const idOf = headingIds(used);
  parser.renderer.rules['heading_open'] = (tokens, at) => {
    const token = tokens[at];
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = idOf(text);
    if (token?.tag === 'h2') headings.push({ id, text });
    return `<${token?.tag ?? 'h2'} id="${id}">`;
  };
}

/** Markdown wants a space after emphasis that ends with punctuation. After a Chinese full stop none is to be seen. */
function ruleChineseEmphasis(parser: Parser): void {
  parser.renderer.rules['text'] = (tokens, at) => {
    const content = tokens[at]?.content ?? '';
    const isAfter = tokens[at - 1]?.type === 'strong_close' && /[。？！：]$/u.test(tokens[at - 2]?.content ?? '');
    return parser.utils.escapeHtml(isAfter ? content.trimStart() : content);
  };
}

function ruleTables(parser: Parser, used: Set<string>): void {
  let columns: string[] = [];
  let column = 0;
  // A region that scrolls must be reachable with the keyboard.
  parser.renderer.rules['table_open'] = () => {
    columns = [];
    return '<div class="table-scroll" tabindex="0"><table>';
  };
  parser.renderer.rules['table_close'] = () => '</table></div>';
  parser.renderer.rules['tr_open'] = (tokens, at) => {
    column = 0;
    const id = rowId(tokens[at + 2]?.children ?? []);
    if (id === null || used.has(id)) return '<tr>';
    used.add(id);
    return `<tr id="${id}">`;
  };
  parser.renderer.rules['th_open'] = (tokens, at) => {
    columns.push((tokens[at + 1]?.children ?? []).map(({ content }) => content).join(''));
    return '<th>';
  };
  // On a narrow screen each cell stands below the last one and says what it is; the first is the row's own name.
  parser.renderer.rules['td_open'] = () => {
    const label = columns[column] ?? '';
    column += 1;
    return column === 1 || label === '' ? '<td>' : `<td data-label="${parser.utils.escapeHtml(label)}">`;
  };
}

/** A row that begins with the name of something, such as an error code, can be linked to by that name. */
function rowId(firstCell: readonly { type: string; content: string }[]): string | null {
  const [only, ...others] = firstCell;
  const isName = only?.type === 'code_inline' && others.length === 0 && /^[A-Za-z][\w:.-]*$/.test(only.content);
  return isName ? only.content : null;
}
