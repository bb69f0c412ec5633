import { STATUSES, type StatusWord } from '@revera/provenance/statuses';
import type { Language } from './language.ts';

/** The published statuses in words and tones. This entry of the engine contains only tables: it loads no reader. */
export { shortWord, STATUSES, TONES, type StatusWord, type StatusWords, type Tone } from '@revera/provenance/statuses';

/** A stored declaration in words; an unknown one is shown as it is. */
export function declarationWord(declaration: string, language: Language): string {
  const words: Readonly<Record<string, StatusWord>> = STATUSES[language].declaration;
  return Object.hasOwn(words, declaration) ? (words[declaration]?.heading ?? declaration) : declaration;
}
