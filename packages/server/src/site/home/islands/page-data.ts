import type { Language } from '../../../shared/language.ts';
import type { VerifyIslandData } from '../verify-island-data.ts';
import type { VerifyIslandWords } from '../words.ts';
import { fill } from '../../../shared/fill.ts';
import { member } from '../../kit/islands/member.ts';
import type { UploadLimits } from './upload-limits.ts';

/** What the page tells its script: limits, addresses and every word it says. */
export interface PageData {
  readonly language: Language;
  readonly limits: UploadLimits;
  resultAddress(id: string): string;
  /** What a declaration is called; null for one that says nothing. */
  declarationWord(declaration: string): string | null;
  say(name: keyof VerifyIslandWords, values?: Readonly<Record<string, string | number>>): string;
}

/**
 * @param text the data block of the page
 * @throws {TypeError} when it is not what this script was made with
 */
export function readPageData(text: string): PageData {
  const data: unknown = JSON.parse(text);
  if (!isIslandData(data)) throw new TypeError('the page and its script do not fit');
  return {
    language: data.language,
    limits: data.limits,
    resultAddress: (id) => data.results + encodeURIComponent(id),
    declarationWord: (declaration) =>
      Object.hasOwn(data.declarations, declaration) ? (data.declarations[declaration] ?? null) : null,
    say: (name, values = {}) => fill(data.words[name], values),
  };
}

/** Enough to tell the data of another page or version; both sides are made by the same build. */
function isIslandData(data: unknown): data is VerifyIslandData {
  const limits = member(data, 'limits');
  return (
    typeof member(data, 'language') === 'string' &&
    typeof member(data, 'results') === 'string' &&
    ['fileBytes', 'files', 'totalBytes'].every((name) => typeof member(limits, name) === 'number') &&
    ['declarations', 'words'].every((name) => isTable(member(data, name)))
  );
}

function isTable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
