import type { Tone } from '../tones.ts';
import type { Chip, Question, Statement } from './statement.ts';
import { sentence, type Told } from './told.ts';
import type { NamedWord, QuestionWord, StateWord } from './statement-words.ts';

/** A statement without what all situations have in common. */
export type Parts = Pick<Statement, 'heading' | 'chips' | 'line' | 'questions'>;

export function stateChip(state: StateWord, tone: Tone, { words }: Told): Chip {
  return { kind: state === 'sandbox' ? 'sandbox' : 'state', tone, text: words.chips.state[state] };
}

export function ask(
  question: QuestionWord,
  answer: string,
  { words }: Told,
  tone: Tone = 'neutral',
  detail: string | null = null,
): Question {
  return { question: words.questions[question], answer, tone, detail };
}

/** The sentence with the name, or the one without when there is none. */
export function headed(
  word: NamedWord,
  name: string | null,
  values: Readonly<Record<string, string>>,
  told: Told,
): string {
  return sentence(told, name === null ? word.plain : word.named, values);
}
