import type { Tone } from '../tones.ts';
import { dayOf } from './dates.ts';
import { originChips } from './origin.ts';
import { ask, headed, stateChip, type Parts } from './parts.ts';
import { declaredAnswer, intactAnswer, signerAnswer, unchangedSince } from './signed.ts';
import type { Question } from './statement.ts';
import { cleanName } from './names.ts';
import { has, sentence, type Told } from './told.ts';
import type { LineWord, StateWord } from './statement-words.ts';

/** What is wrong with a credential that does not hold: its chip, its line, and how much of it can still be named. */
const FAILURES = {
  credential_unconfirmed: ['not_accepted', 'bad', 'unconfirmed'],
  credential_rejected: ['not_accepted', 'bad', 'rejected'],
  credential_unreadable: ['unreadable', 'warning', 'unreadable'],
  credential_damaged: ['broken', 'bad', 'no_attribution'],
  history_broken: ['history_broken', 'bad', 'history_broken'],
  history_certificate: ['history_unproven', 'bad', 'history_certificate'],
  content_differs: ['content_differs', 'bad', 'content_differs'],
  certificate_revoked: ['certificate_revoked', 'bad', 'revoked'],
  certificate_unfit: ['certificate_unfit', 'bad', 'unfit'],
  certificate_expired: ['time_not_proven', 'warning', 'expired'],
  certificate_not_in_force: ['certificate_unfit', 'bad', 'not_in_force'],
} as const satisfies Readonly<Record<string, readonly [StateWord, Tone, LineWord]>>;

export type Failure = keyof typeof FAILURES;

export function failedParts(failure: Failure, told: Told): Parts {
  const [state, tone] = FAILURES[failure];
  const { headings } = told.words;
  const signer = told.result.c2pa.trust.sandbox || cleanName(told.result.c2pa.signer) === null ? null : told.signer;
  return {
    heading: headed(headings[failure], signer, { signer: told.signer }, told),
    chips: [...originChips(true, told), stateChip(state, tone, told)],
    line: lineOf(failure, told),
    questions: [intact(failure, told), signedBy(failure, told), declares(told)],
  };
}

function lineOf(failure: Failure, told: Told): string {
  const { lines } = told.words;
  if (failure === 'certificate_revoked') {
    const { c2pa } = told.report;
    const store = c2pa.state === 'examined' && c2pa.facts.kind === 'present' ? c2pa.facts : null;
    const date = dayOf(store?.stapled_ocsp?.revoked_at ?? null, told);
    return date === null ? lines.revoked : sentence(told, lines.revoked_on, { date });
  }
  if (failure === 'certificate_expired') {
    const end = dayOf(told.notes.get('certificate_expired')?.['end'] ?? null, told);
    return end === null ? lines.not_in_force : sentence(told, lines.expired, { end });
  }
  return lines[FAILURES[failure][2]];
}

/** A broken claim vouches for nothing, not even for the names in it. */
const BROKEN: ReadonlySet<Failure> = new Set([
  'credential_damaged',
  'credential_unreadable',
  'credential_rejected',
  'credential_unconfirmed',
]);

function intact(failure: Failure, told: Told): Question {
  const { answers } = told.words;
  if (failure === 'content_differs') return ask('intact', answers.differs, told, 'bad');
  if (failure === 'credential_damaged') return ask('intact', answers.credential_broken, told, 'bad');
  if (failure === 'history_broken') return ask('intact', answers.history, told, 'bad');
  const { claim_signature_valid, asset_binding_valid } = told.result.c2pa;
  const isMatch = !BROKEN.has(failure) && claim_signature_valid === true && asset_binding_valid === true;
  return isMatch ? ask('intact', answers.matches, told) : ask('intact', answers.not_known, told);
}

function signedBy(failure: Failure, told: Told): Question {
  const { answers } = told.words;
  const name = cleanName(told.result.c2pa.signer);
  if (name === null) return ask('signer', answers.not_known, told);
  if (!BROKEN.has(failure) && failure !== 'history_broken') return signerAnswer(told);
  return ask('signer', answers.not_known, told, 'neutral', sentence(told, answers.names, { signer: told.signer }));
}

function declares(told: Told): Question {
  const { answers } = told.words;
  if (!has(told, 'declared_not_proven')) return ask('declares', answers.nothing_counts, told);
  return { ...declaredAnswer(told), detail: answers.not_counted };
}

/** A credential that holds, and that its organization no longer stands by. */
export function withdrawnParts(situation: 'withdrawn' | 'suspended', told: Told): Parts {
  const { headings, lines } = told.words;
  const isWithdrawn = situation === 'withdrawn';
  return {
    heading: headings[situation].plain,
    chips: [
      ...originChips(true, told),
      isWithdrawn ? stateChip('revoked', 'bad', told) : stateChip('suspended', 'warning', told),
    ],
    line: sentence(told, lines[situation], { whole: unchangedSince(told) }),
    questions: [intactAnswer(told), signerAnswer(told), declaredAnswer(told)],
  };
}
