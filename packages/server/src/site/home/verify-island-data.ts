import type { Language } from '../../shared/language.ts';
import type { VerifyIslandWords } from './words.ts';

/** What the home page hands to its script in a data block. */
export interface VerifyIslandData {
  language: Language;
  limits: { fileBytes: number; files: number; totalBytes: number };
  /** Where results are read; the identifier of the job follows. */
  results: string;
  /** Words of the declarations that say something, by their published names. */
  declarations: Readonly<Record<string, string>>;
  words: VerifyIslandWords;
}
