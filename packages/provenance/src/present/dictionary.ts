import type { NoteCode } from '../verdict/note-codes.ts';

/** Every sentence of the engine's results, once for each language: a missing one does not compile. */
export interface Words {
  /** Said of a part of the result that no reader looked at. */
  not_examined: string;
  /** Stands for a generator that a note cannot name. */
  unnamed: string;
  /** The sentence on whom a label names, `{source}`; it follows another one. */
  named: string;
  notes: Readonly<Record<NoteCode, { title: string; text: string }>>;
}
