import type { NoteCode } from '../verdict/note-codes.ts';
import type { ResolutionCode } from '../resolution/facts.ts';

/** The sentence of each reason; after it those that need fewer of its values. */
export type ResolutionWords = Readonly<Record<ResolutionCode, readonly [string, ...string[]]>>;

/** Every sentence of the engine's results, once for each language: a missing one does not compile. */
export interface Words {
  /** Shown for a part of the result that no reader examined. */
  not_examined: string;
  /** Shown where a note cannot name the generator. */
  unnamed: string;
  /** The sentence on whom a label names, `{source}`; it follows another one. */
  named: string;
  resolution: ResolutionWords;
  notes: Readonly<Record<NoteCode, { title: string; text: string }>>;
}
