import type { Language } from '../../../shared/language.ts';
import { visibleText } from '../visible-text.ts';
import { SITE } from '../words/site.ts';

/** Text of others, isolated from the direction of the sentence that it stands in. */
export function ShownText({ text }: { text: string }) {
  return <bdi>{visibleText(text)}</bdi>;
}

const CUT_CHARACTERS = 80;

/** The same where there is little room: the beginning, and the whole of it on demand. */
export function CutText({ text, language, max = CUT_CHARACTERS }: { text: string; language: Language; max?: number }) {
  const characters = Array.from(text);
  if (characters.length <= max) return <ShownText text={text} />;
  return (
    <details class="cut">
      <summary>
        <ShownText text={characters.slice(0, max - 1).join('')} />…{' '}
        <span class="cut-more">{SITE[language].showAll}</span>
      </summary>
      <ShownText text={text} />
    </details>
  );
}
