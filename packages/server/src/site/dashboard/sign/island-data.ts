import type { Language } from '../../../shared/language.ts';
import type { SignIslandWords } from './words.zh-cn.ts';

/** What the signing page hands to its script, as JSON in an attribute. */
export interface SignIslandData {
  language: Language;
  organizationId: string;
  csrf: string;
  limitBytes: number;
  /** Where a credential is shown; `{id}` stands for its identifier. */
  credential: string;
  words: SignIslandWords;
}
