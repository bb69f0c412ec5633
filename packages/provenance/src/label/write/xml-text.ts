import type { Splice } from './splice.ts';

/** The text of an XML document and its encoding, so that edits of the text can be made in the bytes. */
export interface XmlText {
  /** All that was decoded, with its byte order mark. */
  whole: string;
  /** The document in it, and where in it the document begins. */
  text: string;
  start: number;
  coding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
}

/** `text` replaces `start` to `end` of the text. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * UTF-16 by its mark or by the zero beside its first character; UTF-8 when it is valid. In any other coding ASCII stands for
 * itself, and all that is sought or written here is ASCII: Latin-1 then gives each byte a place of its own.
 */
export function decodeForEdit(bytes: Uint8Array): XmlText {
  const guessed = guessCoding(bytes);
  const decoded = tryDecode(bytes, guessed);
  const whole = decoded ?? Buffer.from(bytes).toString('latin1');
  return { whole, text: whole, start: 0, coding: decoded === null ? 'latin1' : guessed };
}

function guessCoding([a, b]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

function tryDecode(bytes: Uint8Array, coding: string): string | null {
  try {
    return new TextDecoder(coding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** In the order of their places; of two at one place, the one that removes nothing comes first. */
function sortEdits(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [out, from] = ['', 0];
  for (const edit of sortEdits(edits)) {
    out += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + text.slice(from);
}

/** The edits of the document as changes of the bytes. `offset`: where the decoded bytes begin in their file. */
export function editsToSplices(
  { whole, start, coding }: XmlText,
  edits: readonly TextEdit[],
  offset: number,
): Splice[] {
  let [at, byte] = [0, offset];
  const byteOf = (index: number): number => {
    byte += byteLength(whole.slice(at, start + index), coding);
    at = start + index;
    return byte;
  };
  return sortEdits(edits).map((edit) => {
    const from = byteOf(edit.start);
    return { offset: from, removed: byteOf(edit.end) - from, inserted: encode(edit.text, coding) };
  });
}

function byteLength(text: string, coding: XmlText['coding']): number {
  if (coding === 'utf-8') return Buffer.byteLength(text);
  return coding === 'latin1' ? text.length : text.length * 2;
}

function encode(text: string, coding: XmlText['coding']): Uint8Array {
  if (coding === 'utf-16le') return Uint8Array.from(Buffer.from(text, 'utf16le'));
  if (coding === 'utf-16be') return Uint8Array.from(Buffer.from(text, 'utf16le').swap16());
  return Uint8Array.from(Buffer.from(text));
}
