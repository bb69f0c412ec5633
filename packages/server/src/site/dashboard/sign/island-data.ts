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
  /** Why a file may be refused, in words, and the field that each belongs to, by the reason in the answer. */
  reasons: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  words: SignIslandWords;
}
