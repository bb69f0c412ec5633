import type { Box } from '../../media/bmff/boxes.ts';
import { childrenOf } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';

/** The boxes inside a box, as far as they can be read: a file that was cut keeps those before the cut. */
export function listBoxes(notebook: Notebook, source: MediaSource, parent: Box | undefined, skip = 0): Box[] {
  const boxes: Box[] = [];
  if (parent === undefined) return boxes;
  notebook.attempt(() => {
    for (const box of childrenOf(source, parent, parent.type, skip)) {
      boxes.push(box);
      if (boxes.length >= LAB_LIMITS.topBoxes) return;
    }
  });
  return boxes;
}
