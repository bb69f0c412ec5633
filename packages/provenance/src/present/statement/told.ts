import type { Report } from '../../report.ts';
import type { NoteCode } from '../../verdict/note-codes.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Language } from '../language.ts';
import type { VerificationResult } from '../verification-result.ts';
import { fillNames, type Values } from './fill-names.ts';
import { cleanName, listedName, quoted } from './names.ts';
import type { StatementWords } from './statement-words.ts';
import { STATEMENT_WORDS } from './words.ts';

/** What a statement is made from: a published result with the report and the verdict that it words. */
export interface StatementSource {
  result: VerificationResult;
  report: Report;
  verdict: Verdict;
}

/** The same with what every sentence needs. */
export interface Told extends StatementSource {
  language: Language;
  words: StatementWords;
  /** Values of each note of the verdict. */
  notes: ReadonlyMap<NoteCode, Readonly<Record<string, string>>>;
  /** The signer as sentences name it: in quotation marks when no list knows the name. */
  signer: string;
  isSignerListed: boolean;
  /** The signature holds, and the content is what was signed. */
  isIntact: boolean;
}

const LISTED: ReadonlySet<string> = new Set(['c2pa_trusted', 'legacy_trusted', 'service_trusted']);

export function tell(source: StatementSource, language: Language): Told {
  const { result, verdict } = source;
  const { c2pa, credential_integrity_status: integrity } = result;
  const words = STATEMENT_WORDS[language];
  const name = cleanName(c2pa.signer);
  // A broken claim vouches for no name.
  const isSignerListed = LISTED.has(c2pa.trust_status) && !c2pa.trust.sandbox && integrity !== 'signature_invalid';
  return {
    ...source,
    language,
    words,
    notes: new Map(verdict.notes.map(({ code, values }) => [code, values])),
    signer: name === null ? words.phrases.nameless : isSignerListed ? listedName(name) : quoted(name),
    isSignerListed,
    isIntact: integrity === 'valid_and_bound' || integrity === 'trust_unverified',
  };
}

/** A sentence of our own with values in it. */
export function sentence({ language }: Pick<Told, 'language'>, template: string, values: Values = {}): string {
  return fillNames(template, values, language);
}

/** Sentences after one another; those that are null are left out. */
export function sentences({ language }: Pick<Told, 'language'>, list: readonly (string | null)[]): string {
  return list.filter((one) => one !== null && one !== '').join(language === 'en' ? ' ' : '');
}

export function has({ notes }: Told, ...codes: readonly NoteCode[]): boolean {
  return codes.some((code) => notes.has(code));
}
