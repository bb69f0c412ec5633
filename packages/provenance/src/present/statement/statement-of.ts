import type { Language } from '../language.ts';
import { absentParts } from './absent.ts';
import { besideChips, besides } from './besides.ts';
import { contradictedParts } from './contradicted.ts';
import { failedParts, withdrawnParts } from './failed.ts';
import { labelParts } from './labelled.ts';
import { markedParts } from './marked.ts';
import type { Parts } from './parts.ts';
import { signedParts } from './signed.ts';
import { situationOf } from './situation-of.ts';
import { SAYINGS, STANDINGS, type Situation } from './situations.ts';
import type { Question, Statement } from './statement.ts';
import { sentences, tell, type StatementSource, type Told } from './told.ts';

/** The first sentence of a result, in one language. Pure: the same result always gives the same statement. */
export function statementOf(source: StatementSource, language: Language): Statement {
  const told = tell(source, language);
  const situation = situationOf(told);
  const parts = partsOf(situation, told);
  return {
    situation,
    ...parts,
    heading: begun(parts.heading, told),
    questions: [
      answered(parts.questions[0], told),
      answered(parts.questions[1], told),
      answered(parts.questions[2], told),
    ],
    chips: [...parts.chips, ...besideChips(situation, told)],
    line: sentences(told, [parts.line, ...besides(situation, told)]),
  };
}

function answered(question: Question, told: Told): Question {
  return { ...question, answer: begun(question.answer, told) };
}

/** What begins with our words for a signer without a name begins with a capital; names from files stay as they are. */
function begun(text: string, { words }: Told): string {
  const { nameless } = words.phrases;
  return text.startsWith(nameless) ? nameless.slice(0, 1).toUpperCase() + text.slice(1) : text;
}

function partsOf(situation: Situation, told: Told): Parts {
  for (const standing of STANDINGS) {
    const saying = SAYINGS.find((one) => situation === `${standing}_${one}`);
    if (saying !== undefined) return signedParts(standing, saying, told);
  }
  return unsignedParts(situation, told);
}

function unsignedParts(situation: Situation, told: Told): Parts {
  switch (situation) {
    case 'credential_unconfirmed':
    case 'credential_rejected':
    case 'credential_unreadable':
    case 'credential_damaged':
    case 'history_broken':
    case 'history_certificate':
    case 'content_differs':
    case 'certificate_revoked':
    case 'certificate_unfit':
    case 'certificate_expired':
    case 'certificate_not_in_force':
      return failedParts(situation, told);
    case 'credential_against_label':
    case 'credential_against_metadata':
    case 'labels_contradict':
    case 'metadata_conflicting':
      return contradictedParts(situation, told);
    case 'withdrawn':
    case 'suspended':
      return withdrawnParts(situation, told);
    case 'metadata_generated':
    case 'metadata_edited_ai':
    case 'metadata_captured':
    case 'metadata_says':
    case 'metadata_software':
      return markedParts(told);
    case 'not_examined':
    case 'credential_not_examined':
    case 'elsewhere':
    case 'nothing':
      return absentParts(situation, told);
    default:
      return labelParts(told);
  }
}
