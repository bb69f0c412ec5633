import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { visitVorbisComments, type VorbisComment } from '../../media/vorbis-comment.ts';
import { joinBytes, littleEndianBytes } from './number-bytes.ts';
import { isOwnEntry } from './own-entry.ts';
import type { Splice } from './splice.ts';
import type { LabelTest } from './writer.ts';

/**
 * Plans the changes of a comment header, in its own offsets: labels are removed, and with `json` a new one is added at the
 * end.
 */
export function planVorbisComments(comments: MediaSource, json: string | null, isLabel: LabelTest): Splice[] {
  const dropped: VorbisComment[] = [];
  let listEnd: number | null = null;
  const { countAt, count } = visitVorbisComments(comments, (comment) => {
    listEnd = comment.end;
    if (isOwnComment(comments, comment, isLabel)) dropped.push(comment);
  });
  if (json === null && dropped.length === 0) return [];
  const splices = dropped.map(({ start, end }): Splice => {
    return { offset: start, removed: end - start, inserted: new Uint8Array(0) };
  });
  const added = json === null ? 0 : 1;
  const newCount = Uint8Array.from(littleEndianBytes(count - dropped.length + added, 4));
  splices.push({ offset: countAt, removed: 4, inserted: newCount });
  if (json !== null) splices.push({ offset: listEnd ?? countAt + 4, removed: 0, inserted: vorbisComment(json) });
  return splices;
}

function isOwnComment(comments: MediaSource, { key, valueStart, end }: VorbisComment, isLabel: LabelTest): boolean {
  if (key === null) return false;
  const bytes = comments.upTo(valueStart, Math.min(end - valueStart, LIMITS.labelBytes + 1), 'Vorbis comment');
  return isOwnEntry({ key, bytes, encoding: 'utf-8' }, isLabel);
}

/** A comment header of nothing but the label. */
export function newVorbisComments(json: string): Uint8Array {
  return joinBytes(littleEndianBytes(0, 4), littleEndianBytes(1, 4), vorbisComment(json));
}

function vorbisComment(json: string): Uint8Array {
  const text = `AIGC=${json}`;
  return joinBytes(littleEndianBytes(text.length, 4), text);
}

/** By how much the changes make the bytes longer. */
export function grownBy(splices: readonly Splice[]): number {
  return splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, 0);
}
