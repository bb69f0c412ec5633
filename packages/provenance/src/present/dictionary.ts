import type { NoteCode } from '../verdict/note-codes.ts';

/** Every sentence of the engine's results, once for each language: a missing one does not compile. */
export interface Words {
  /** Shown for a part of the result that no reader examined. */
  not_examined: string;
  /** Shown where a note cannot name the generator. */
  unnamed: string;
  /** The sentence on whom a label names, `{source}`; it follows another one. */
  named: string;
  notes: Readonly<Record<NoteCode, { title: string; text: string }>>;
}
