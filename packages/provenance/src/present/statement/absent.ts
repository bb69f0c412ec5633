import { STATUSES } from '../statuses.ts';
import { cleanName } from './names.ts';
import { ask, stateChip, type Parts } from './parts.ts';
import type { Question } from './statement.ts';
import { sentence, type Told } from './told.ts';

const LINES = {
  nothing: 'nothing',
  not_examined: 'nothing_examined',
  credential_not_examined: 'not_examined',
} as const;

/** Nothing was found, or nobody could look. */
export function absentParts(
  situation: 'nothing' | 'not_examined' | 'credential_not_examined' | 'elsewhere',
  told: Told,
): Parts {
  const { headings, lines } = told.words;
  if (situation === 'elsewhere') return elsewhereParts(told);
  const isExamined = situation === 'nothing';
  return {
    heading: headings[situation].plain,
    chips: [isExamined ? stateChip('no_evidence', 'neutral', told) : stateChip('not_examined', 'warning', told)],
    line: lines[LINES[situation]],
    questions: [credential(told), label(told), metadata(told)],
  };
}

function elsewhereParts(told: Told): Parts {
  const { headings, lines, answers } = told.words;
  const host = hostOf(told.result.c2pa.remote_manifest_url ?? '');
  const shown = host ?? told.words.answers.not_known;
  return {
    heading: headings.elsewhere.plain,
    chips: [stateChip('not_fetched', 'neutral', told)],
    line: sentence(told, lines.elsewhere, { host: shown }),
    questions: [
      ask('in_file', answers.no_credential, told),
      ask('where', shown, told),
      ask('fetched', answers.not_fetched, told, 'neutral', answers.not_asked),
    ],
  };
}

/** The host of an address; of what is none, its cleaned text. */
export function hostOf(url: string): string | null {
  return cleanName(URL.canParse(url) ? new URL(url).host : url);
}

function credential(told: Told): Question {
  const isExamined = told.report.c2pa.state === 'examined';
  const { answers } = told.words;
  return ask('credential', isExamined ? answers.none_found : answers.not_examined, told);
}

function label(told: Told): Question {
  const { answers } = told.words;
  if (told.report.china_aigc.state !== 'examined') return ask('label', answers.not_examined, told);
  const isComplete = told.result.china_aigc.complete;
  return ask('label', answers.none_found, told, 'neutral', isComplete ? null : answers.not_complete);
}

function metadata(told: Told): Question {
  const { answers } = told.words;
  if (told.report.metadata.state !== 'examined') return ask('metadata', answers.not_examined, told);
  const { status } = told.result.metadata;
  if (status === 'unreadable') return ask('metadata', STATUSES[told.language].metadata.unreadable.heading, told);
  return ask('metadata', status === 'unattributed' ? answers.none_named : answers.none_found, told);
}
