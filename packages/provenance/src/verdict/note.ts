import type { NoteCode } from './note-codes.ts';
import type { Note, NoteLevel } from './verdict.ts';

export function note(code: NoteCode, level: NoteLevel, values: Record<string, string> = {}): Note {
  return { code, level, values };
}
