import type { Language } from '../../../shared/language.ts';
import { ShownText } from './shown-text.tsx';

/**
 * An instant of time in UTC, which it says: the server does not know where the reader is. A file may state one that is
 * none, which is shown as it stands.
 */
export function When({ at, language }: { at: string; language: Language }) {
  if (Number.isNaN(Date.parse(at))) return <ShownText text={at} />;
  return <time datetime={at}>{wordInstant(at, language)}</time>;
}

function wordInstant(at: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
}
