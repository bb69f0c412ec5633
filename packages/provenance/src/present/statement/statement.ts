import type { Tone } from '../tones.ts';
import type { Situation } from './situations.ts';

/** The first sentence of a result, and what stands around it: plain data in one language. Texts may quote the file. */
export interface Statement {
  situation: Situation;
  /** Answers what a person asked. Names from the file are cleaned, and quoted when no list knows who they are. */
  heading: string;
  /** How it was made, and how far that is proven; the status comes after the declaration. */
  chips: readonly Chip[];
  /** Who, when, and whether it was changed; each sentence speaks of one piece of evidence. */
  line: string;
  questions: readonly [Question, Question, Question];
}

/**
 * `ai`, `camera`, `person` and `parts` tell how it was made; `state` how far that is proven, and `sandbox` that it proves
 * nothing.
 */
export type ChipKind = 'ai' | 'camera' | 'person' | 'parts' | 'state' | 'sandbox';

export interface Chip {
  kind: ChipKind;
  tone: Tone;
  text: string;
}

export interface Question {
  question: string;
  answer: string;
  tone: Tone;
  /** What stands below the answer. */
  detail: string | null;
}
