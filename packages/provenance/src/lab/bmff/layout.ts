import { boxesIn, type Box } from '../../media/bmff/boxes.ts';
import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';

/** The boxes at the top of a file, in order. */
export function readLayout(notebook: Notebook, source: MediaSource): Box[] {
  const boxes: Box[] = [];
  try {
    for (const box of boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true })) {
      boxes.push(box);
      if (boxes.length < LAB_LIMITS.topBoxes) continue;
      notebook.partial('read_limit');
      break;
    }
  } catch (error) {
    if (!(error instanceof DecodeError) || (error instanceof LimitError && error.isFinal)) throw error;
    noteEnd(notebook, source, boxes);
  }
  const parts = shortened(boxes);
  notebook.clip.layout = parts;
  notebook.see('layout', parts.join(','), 'file', 0);
  return boxes;
}

/** Bytes behind the last box are no damage of it: programs that join files or mark them put some there. */
function noteEnd(notebook: Notebook, source: MediaSource, boxes: readonly Box[]): void {
  const last = boxes.at(-1);
  if (last === undefined || !last.intact) return notebook.partial('damaged');
  notebook.see('trailing.bytes', source.size - last.end, 'file', last.end);
}

/** Types in order; repeated ones, and fragments behind the first, once. */
function shortened(boxes: readonly Box[]): string[] {
  const parts: string[] = [];
  for (const { type } of boxes) {
    if (parts.length >= LAB_LIMITS.layoutParts) break;
    if (type === parts.at(-1) || (type === 'moof' && parts.at(-2) === 'moof')) continue;
    parts.push(safeType(type));
  }
  return parts;
}

/** Types are four bytes of anything. */
export function safeType(type: string): string {
  return type.replaceAll(/[^\x20-\x7e\u00a9]/g, '?');
}
