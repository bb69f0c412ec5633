import type { Language } from '../../../shared/language.ts';
import type { StatusWord } from '../../../shared/statuses.ts';
import { STATUSES } from '../../../shared/statuses.ts';
import { code, markdownTable, plain } from './markdown-table.ts';

const HEAD = { en: ['Value', 'Shown as', 'Meaning'], 'zh-CN': ['取值', '显示为', '含义'] } as const;

/** The values of one published status, as they are worded everywhere. */
export function statusTable(status: 'provenance' | 'integrity' | 'trust'): (language: Language) => string {
  return (language) => {
    const words: Readonly<Record<string, StatusWord>> = STATUSES[language][status];
    return markdownTable(
      HEAD[language],
      Object.entries(words).map(([value, { heading, text }]) => [code(value), plain(heading), plain(text)]),
    );
  };
}
