import { shortWord, STATUSES } from '../statuses.ts';
import type { ChinaAigcItem } from '../verification-result.ts';
import type { ContentDeclaration } from '../../verdict/verdict.ts';
import { leadingLabel } from './labels.ts';
import { declaredWord } from './made.ts';
import { cameraOf, formatOf, markerOf } from './markers.ts';
import { cleanName, quoted, withArticle } from './names.ts';
import { ask, stateChip, type Parts } from './parts.ts';
import { credentialSays } from './signed.ts';
import type { Question } from './statement.ts';
import { sentence, sentences, type Told } from './told.ts';

export type Contradiction =
  'credential_against_label' | 'credential_against_metadata' | 'labels_contradict' | 'metadata_conflicting';

/** Two sides, each in a sentence of its own. Which of them is right is not decided here. */
export function contradictedParts(situation: Contradiction, told: Told): Parts {
  const { headings, lines, answers } = told.words;
  const [one, other] = SIDES[situation](told);
  const isLabels = situation === 'labels_contradict';
  return {
    heading: headings[situation].plain,
    chips: [stateChip('conflicting', 'warning', told)],
    line: sentences(told, isLabels ? [lines.two_labels] : [one.line, other.line, lines.one_is_wrong]),
    questions: [
      one.question,
      other.question,
      ask('which', answers.undecided, told, 'warning', answers.undecided_detail),
    ],
  };
}

interface Side {
  line: string;
  question: Question;
}

const SIDES: Readonly<Record<Contradiction, (told: Told) => readonly [Side, Side]>> = {
  credential_against_label: (told) => [credential(told), label(told)],
  credential_against_metadata: (told) => [credential(told), marker('metadata_say', told)],
  labels_contradict: (told) => [oneLabel(0, told), oneLabel(1, told)],
  metadata_conflicting: (told) => [marker('one_says', told), camera(told)],
};

function word(declaration: ContentDeclaration, { language }: Told): string {
  return shortWord(STATUSES[language].declaration[declaration]);
}

function credential(told: Told): Side {
  const { c2pa_declaration: declaration } = told.verdict;
  const detail = told.result.c2pa.trust.sandbox ? told.words.answers.test_key : told.signer;
  return {
    line: credentialSays(told),
    question: ask('credential_says', word(declaration, told), told, 'neutral', detail),
  };
}

function label(told: Told): Side {
  const { words } = told;
  const declared = declaredWord('ai_generated', told);
  return {
    line: sentence(told, words.lines.label_declares, { declared }),
    question: ask('label_says', word('ai_generated', told), told, 'neutral', leadingLabel(told)?.who ?? null),
  };
}

function marker(question: 'metadata_say' | 'one_says', told: Told): Side {
  const { lines } = told.words;
  const found = markerOf(told);
  const name = found?.name ?? null;
  const said = found?.kind === 'edited' ? 'ai_edited' : 'ai_generated';
  return {
    line: name === null ? lines.metadata_mark : sentence(told, lines.metadata_mark_named, { name }),
    question: ask(question, word(said, told), told, 'neutral', name ?? found?.field ?? null),
  };
}

function camera(told: Told): Side {
  const found = cameraOf(told);
  const name = found?.name ?? null;
  const values = {
    format: found === null ? '' : formatOf(found, told),
    name: name ?? '',
    a_name: withArticle(name ?? ''),
  };
  return {
    line: name === null ? '' : sentence(told, told.words.besides.camera, values),
    question: ask('other_says', word('captured', told), told, 'neutral', name),
  };
}

const DECLARATIONS: Readonly<Record<string, ContentDeclaration>> = {
  '1': 'ai_generated',
  '2': 'ai_possible',
  '3': 'ai_suspected',
};

function oneLabel(at: number, told: Told): Side {
  const { result, words } = told;
  const item: ChinaAigcItem | undefined = result.china_aigc.items.filter(({ state }) => state === 'decoded')[at];
  const declaration = DECLARATIONS[item?.label ?? ''];
  const name = cleanName(item?.content_producer ?? item?.content_propagator);
  const answer = declaration === undefined ? words.answers.unstated : word(declaration, told);
  return {
    line: '',
    question: ask(at === 0 ? 'one_says' : 'other_says', answer, told, 'neutral', name === null ? null : quoted(name)),
  };
}
