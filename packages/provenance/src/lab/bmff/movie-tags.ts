import type { Box } from '../../media/bmff/boxes.ts';
import { metaContentStart, readMeta } from '../../media/bmff/meta.ts';
import { readUserData } from '../../media/bmff/user-data.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { MetadataSink } from '../../media/metadata-sink.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { listBoxes } from './list-boxes.ts';
import { noteTags } from '../tags.ts';

const BLANKED_BYTES = 32;

/** Tags of the movie, wherever its writer keeps them, and the traces of tags that were wiped where they stood. */
export function readMovieTags(notebook: Notebook, source: MediaSource, children: readonly Box[]): void {
  const sink = new MetadataSink();
  const findings = sink.run(() => {
    for (const box of children) {
      if (box.type === 'udta') sink.attempt(() => readUserData(source, sink, box, 'moov/udta'));
      if (box.type === 'meta') sink.attempt(() => readMeta(source, sink, box, 'moov/meta'));
    }
  });
  if (findings.problems.some(({ kind }) => kind === 'limit')) notebook.partial('read_limit');
  noteTags(notebook, findings.items.slice(0, LAB_LIMITS.tags));
  for (const box of children) {
    if (box.type === 'udta') noteUserData(notebook, source, box);
    if (box.type === 'meta' && metaContentStart(source, box) === box.contentStart) {
      notebook.see('moov.plain_meta', true, 'moov/meta', box.start);
    }
  }
}

function noteUserData(notebook: Notebook, source: MediaSource, userData: Box): void {
  for (const box of listBoxes(notebook, source, userData)) {
    const path = 'moov/udta';
    if (box.type === 'Xtra') notebook.see('tag.xtra', true, path, box.start);
    if (['SDLN', 'smrd', 'smta'].includes(box.type)) notebook.see('tag.samsung', true, path, box.start);
    if (['\u00a9TIM', '\u00a9TSC', '\u00a9TSZ'].includes(box.type)) notebook.see('tag.timecode', true, path, box.start);
    if (box.type === 'skip' || box.type === 'free') noteBlanked(notebook, source, box);
  }
}

/** A list of tags that was renamed to padding and filled with zeros: the file was not written anew. */
function noteBlanked(notebook: Notebook, source: MediaSource, { contentStart, end, start, type }: Box): void {
  const length = Math.min(end - contentStart, LAB_LIMITS.freeTextBytes);
  if (type !== 'skip' || length < BLANKED_BYTES) return;
  if (source.upTo(contentStart, length, 'skip').some((byte) => byte !== 0)) return;
  notebook.see('udta.blanked', true, 'moov/udta/skip', start);
  notebook.warn('tags_blanked_in_place');
}
