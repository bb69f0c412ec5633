import type { Localized } from '../../../shared/language.ts';

/** A table as Markdown; the cells may hold Markdown of one line. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellText).join(' | ')} |`).join('\n');
}

/** What would end the cell or the row. */
function cellText(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** Text that stands as it is, with what Markdown would read as its own made harmless. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
}

export const YES: Localized = { en: 'yes', 'zh-CN': '是' };
/** An empty cell reads like something forgotten. */
export const NONE = '–';
