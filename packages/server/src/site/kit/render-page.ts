import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** The text of a whole page. */
export function renderPage(page: VNode): string {
  return `<!doctype html>\n${keepTogether(renderToString(page))}\n`;
}

/** The name of the standard, and what is copied or read by programs and therefore stays as it is. */
const STANDARD = /<(pre|code|script|textarea|title|head)\b.*?<\/\1>|GB 45438/gs;

/** A line may end within the name of the standard at its space alone: between digits no browser breaks at a hyphen. */
function keepTogether(html: string): string {
  return html.replaceAll(STANDARD, (found) => (found === 'GB 45438' ? 'GB\u00A045438' : found));
}
