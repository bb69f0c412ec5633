import { APE_FOOTER_BYTES, decodeApeFooter, visitApeItems, type ApeFooter, type ApeItem } from '../../media/ape.ts';
import { findHeadTags, findTailTags, type AudioTag } from '../../media/audio-tags.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { littleEndianBytes } from './number-bytes.ts';
import { newId3Tag, planId3Tag } from './id3-edit.ts';
import { isOwnEntry } from './own-entry.ts';
import type { Splice } from './splice.ts';
import type { LabelPlan, LabelTest } from './writer.ts';

/** The path of the item, as a reading names it. */
export const ID3_LOCATION = 'ID3v2/TXXX';

const APE_SIZE_AT = 12;

/** MP3: a user-defined text of ID3v2 (TC260-PG-202510A); labels in other tags of the file are removed. */
export function writeMp3(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const head = findHeadTags(source);
  const audio = head.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
  const splices = planHeadTags(source, head, json, isLabel);
  for (const { kind, offset, length } of findTailTags(source, audio)) {
    if (kind === 'id3') splices.push(...planId3Tag(source, offset, null, isLabel));
    else splices.push(...withoutApeLabels(source, offset, length, isLabel));
  }
  return { splices, location: ID3_LOCATION, isFallback: false };
}

/** The first tag gets the label, the others lose theirs. */
export function planHeadTags(
  source: MediaSource,
  tags: readonly AudioTag[],
  json: string | null,
  isLabel: LabelTest,
): Splice[] {
  if (tags.length === 0) return json === null ? [] : [{ offset: 0, removed: 0, inserted: newId3Tag(json) }];
  return tags.flatMap(({ offset }, index) => planId3Tag(source, offset, index === 0 ? json : null, isLabel));
}

function withoutApeLabels(source: MediaSource, offset: number, length: number, isLabel: LabelTest): Splice[] {
  const tag = source.within(offset, length);
  const footer = decodeApeFooter(tag, tag.size - APE_FOOTER_BYTES);
  if (footer === null) return [];
  const dropped: ApeItem[] = [];
  visitApeItems(tag, footer, (item) => {
    if (item.isText && isOwnItem(tag, item, isLabel)) dropped.push(item);
  });
  if (dropped.length === 0) return [];
  const splices = dropped.map(({ start, end }) => {
    return { offset: offset + start, removed: end - start, inserted: new Uint8Array(0) };
  });
  return [...splices, ...newApeSizes(offset, length, footer, dropped)];
}

function isOwnItem(tag: MediaSource, { key, valueStart, end }: ApeItem, isLabel: LabelTest): boolean {
  const bytes = tag.upTo(valueStart, Math.min(end - valueStart, LIMITS.labelBytes + 1), 'APE item');
  return isOwnEntry({ key, bytes, encoding: 'utf-8' }, isLabel);
}

/** Header and footer state the size and the number of items. */
function newApeSizes(offset: number, length: number, footer: ApeFooter, dropped: readonly ApeItem[]): Splice[] {
  const freed = dropped.reduce((sum, { start, end }) => sum + end - start, 0);
  const inserted = Uint8Array.from([
    ...littleEndianBytes(footer.size - freed, 4),
    ...littleEndianBytes(footer.count - dropped.length, 4),
  ]);
  const ends = [length - APE_FOOTER_BYTES, ...(footer.hasHeader ? [0] : [])];
  return ends.map((at) => ({ offset: offset + at + APE_SIZE_AT, removed: 8, inserted }));
}
