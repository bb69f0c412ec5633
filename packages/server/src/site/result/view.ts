import type { Language } from '../../shared/language.ts';
import { fill } from '../../shared/fill.ts';
import { REPORT_WORDS, type ReportWords } from '../../shared/report-words.ts';
import { RESULT_WORDS, type ResultWords } from './words.ts';
import { statementOf, type Statement } from '../../shared/statement.ts';
import { STATUSES, type StatusWords } from '../../shared/statuses.ts';
import type {
  ResultAddresses,
  ResultData,
  ResultLife,
  ResultPreview,
  ResultSigning,
  ResultThumbnail,
} from './result-data.ts';
import { formatNumber } from '../kit/format-number.ts';

export interface ViewFacts {
  readonly language: Language;
  readonly data: ResultData;
  readonly thumbnails: readonly ResultThumbnail[];
  /** `off`: it was not wanted; null: the file has none. */
  readonly preview: ResultPreview | 'off' | null;
  readonly addresses: ResultAddresses;
  readonly life: ResultLife;
  /** Null: the job signed nothing. */
  readonly signing: ResultSigning | null;
  /** A file of its own: everything is open, and nothing is copied by a script. */
  readonly isFile: boolean;
}

/** A result with the words of its language: what every section is made from. */
export interface View extends ViewFacts {
  readonly words: ResultWords;
  readonly terms: ReportWords;
  readonly statuses: StatusWords;
  /** The first sentence, which leads the card and names the page. */
  readonly statement: Statement;
}

export function openView(facts: ViewFacts): View {
  const { language, data } = facts;
  return {
    ...facts,
    words: RESULT_WORDS[language],
    terms: REPORT_WORDS[language],
    statuses: STATUSES[language],
    statement: statementOf(data, language),
  };
}

/** A sentence with the number in the place of `{count}`. */
export function wordCount(sentence: string, count: number, language: Language): string {
  return fill(sentence, { count: formatNumber(count, language) });
}

/** The values that are there, as one text; null: none is. */
export function joinStated(parts: readonly (string | null)[]): string | null {
  const stated = parts.filter((part) => part !== null && part !== '');
  return stated.length === 0 ? null : stated.join(', ');
}
