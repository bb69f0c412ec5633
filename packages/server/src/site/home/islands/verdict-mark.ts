import { visibleText } from '../../kit/visible-text.ts';

/** The place where the page explains a verdict; the words and the icon are taken from there. */
function explanationOf(status: string): Element | null {
  return document.querySelector(`.verdicts [data-verdict="${CSS.escape(status)}"]`);
}

/** Icon and word; the bare status should the page not know it. */
export function verdictMark(status: string): Element {
  const known = explanationOf(status);
  const frame = document.createElement('span');
  frame.className = known?.parentElement?.className ?? 'tone-neutral';
  frame.append(known?.cloneNode(true) ?? visibleText(status));
  return frame;
}

export function verdictWord(status: string): string {
  return explanationOf(status)?.textContent ?? visibleText(status);
}

/** What the verdict says, in one sentence. */
export function verdictSentence(status: string): string | null {
  return explanationOf(status)?.closest('dt')?.nextElementSibling?.textContent ?? null;
}
