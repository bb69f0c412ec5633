import { shortWord, STATUSES } from '../statuses.ts';
import { dayOf } from './dates.ts';
import { leadingLabel } from './labels.ts';
import { labelHeading } from './labelled.ts';
import { declaredWord, madeOf, madeSentence, makerOf } from './made.ts';
import { markedHeading } from './marked.ts';
import { originChips } from './origin.ts';
import { ask, stateChip, type Parts } from './parts.ts';
import type { Saying, Standing } from './situations.ts';
import type { Chip, Question } from './statement.ts';
import { has, sentence, sentences, type Told } from './told.ts';

/** A credential that holds, and what it says or leaves to other evidence. */
export function signedParts(standing: Standing, saying: Saying, told: Told): Parts {
  const heading = headingOf(standing, saying, told);
  const line = [standingLine(standing, heading.includes(told.signer), told), silence(standing, saying, told)];
  return {
    heading,
    chips: [...originChips(standing !== 'verified', told), standingChip(standing, told)],
    line: sentences(told, line),
    questions: [intactAnswer(told), signerAnswer(told), declaredAnswer(told)],
  };
}

/** What the credential says, where the heading repeats other evidence or nothing. */
function silence(standing: Standing, saying: Saying, told: Told): string | null {
  const { lines } = told.words;
  if (saying === 'undeclared') return standing === 'sandbox' ? null : lines.says_nothing;
  if (saying !== 'label' && saying !== 'metadata') return null;
  const { c2pa_declaration: declaration } = told.verdict;
  if (declaration === 'undeclared') return lines.says_nothing;
  return sentence(told, lines.credential_declares, { declared: declaredWord(declaration, told) });
}

function headingOf(standing: Standing, saying: Saying, told: Told): string {
  const label = leadingLabel(told);
  if (saying === 'metadata') return markedHeading(told);
  if (saying === 'label') return label === null ? '' : labelHeading(label, told);
  const made = madeOf(saying, told);
  const { testSigned, testSays, says } = told.words.headings;
  const statement = madeSentence(made, told);
  if (standing === 'verified') return statement;
  if (made === 'undeclared') return standing === 'sandbox' ? testSigned : statement;
  const values = { signer: told.signer, statement: inSentence(statement, told) };
  return sentence(told, standing === 'sandbox' ? testSays : says, values);
}

/** English begins a sentence inside another with a small letter. */
function inSentence(text: string, { language }: Told): string {
  return language === 'en' ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const STANDING_CHIPS = {
  verified: ['verified', 'good'],
  sandbox: ['sandbox', 'neutral'],
  unlisted: ['unknown_signer', 'partial'],
  unchecked: ['trust_not_checked', 'neutral'],
} as const;

function standingChip(standing: Standing, told: Told): Chip {
  const { trust_status: trust } = told.result.c2pa;
  if (standing === 'unlisted' && trust === 'self_signed') return stateChip('self_signed', 'neutral', told);
  if (standing === 'unlisted' && trust === 'certificate_chain_invalid')
    return stateChip('chain_broken', 'warning', told);
  const [state, tone] = STANDING_CHIPS[standing];
  return stateChip(state, tone, told);
}

/** That it has not changed since it was signed, as far as the signature reaches. */
export function unchangedSince(told: Told): string {
  const { partlyUnchanged, unchangedSigned } = told.words.phrases;
  return has(told, 'additional_exclusions') ? partlyUnchanged : unchangedSigned;
}

function standingLine(standing: Standing, isSignerNamed: boolean, told: Told): string {
  const { lines, phrases } = told.words;
  const date = dayOf(told.result.c2pa.signed_at, told);
  const unchanged = has(told, 'additional_exclusions') ? phrases.partlyUnchanged : phrases.unchanged;
  const values = { signer: told.signer, date, unchanged, whole: unchangedSince(told) };
  const undated = standing === 'verified' ? lines.since_undated : lines.since;
  const since = sentence(told, date === null ? undated : lines.since_on, values);
  const named = sentence(told, date === null ? lines.signed : lines.signed_on, values);
  const whole = isSignerNamed ? since : named;
  if (standing === 'verified') return whole;
  if (standing === 'sandbox') return lines.sandbox;
  if (standing === 'unchecked') return sentences(told, [whole, lines.unchecked]);
  const { trust_status: trust } = told.result.c2pa;
  const why =
    trust === 'self_signed' ? lines.self_signed : trust === 'certificate_chain_invalid' ? lines.chain_broken : null;
  const unlisted = has(told, 'trust_list_incomplete') ? lines.unlisted_incomplete : lines.unlisted;
  return sentences(told, [whole, why ?? unlisted]);
}

/** Of a credential that holds. */
export function intactAnswer(told: Told): Question {
  const { answers } = told.words;
  if (has(told, 'additional_exclusions')) return ask('intact', answers.partly, told, 'warning', answers.partly_detail);
  return ask('intact', answers.unchanged, told, told.result.c2pa.trust.sandbox ? 'neutral' : 'good');
}

export function signerAnswer(told: Told): Question {
  const { answers } = told.words;
  const { trust } = told.result.c2pa;
  if (trust.sandbox) return ask('signer', answers.test_key, told, 'neutral', answers.test_key_detail);
  return ask('signer', told.signer, told, 'neutral', STATUSES[told.language].trust[trust.status].heading);
}

export function declaredAnswer(told: Told): Question {
  const { c2pa_declaration: declaration } = told.verdict;
  if (declaration === 'undeclared' || declaration === 'none') {
    return ask('declares', told.words.answers.unstated, told, 'neutral', null);
  }
  const word = shortWord(STATUSES[told.language].declaration[declaration]);
  return ask('declares', word, told, 'neutral', makerOf(told));
}

/** What a credential that contradicts other evidence says, and who signed it. */
export function credentialSays(told: Told): string {
  const { lines } = told.words;
  const declared = declaredWord(told.verdict.c2pa_declaration, told);
  const template = told.result.c2pa.trust.sandbox ? lines.credential_declares : lines.credential_declares_by;
  return sentence(told, template, { signer: told.signer, declared });
}
