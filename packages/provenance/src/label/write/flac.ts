import { findHeadTags } from '../../media/audio-tags.ts';
import { FLAC_BLOCK, FLAC_BLOCK_HEADER_BYTES, visitFlacBlocks, type FlacBlock } from '../../media/flac.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { bigEndianBytes, joinBytes } from './number-bytes.ts';
import { planHeadTags } from './mp3.ts';
import type { Splice } from './splice.ts';
import { grownBy, newVorbisComments, planVorbisComments } from './vorbis-edit.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';

const LAST = 0x80;

/** FLAC: a Vorbis comment (TC260-PG-202510A). Padding makes room where possible, so that the sound stays in place. */
export function writeFlac(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const blocks: FlacBlock[] = [];
  visitFlacBlocks(source, (block) => blocks.push(block));
  const [first] = blocks;
  if (first?.type !== FLAC_BLOCK.streamInfo) throw new LabelWriteError('media_unreadable', 'no stream information');
  const splices = planHeadTags(source, findHeadTags(source), null, isLabel);
  const comments = blocks.filter(({ type }) => type === FLAC_BLOCK.vorbisComment);
  const changes = comments.flatMap((block, index) => planBlock(source, block, index === 0 ? json : null, isLabel));
  if (comments.length === 0) changes.push(...newBlock(first, json));
  const paddings = blocks.filter(({ type }) => type === FLAC_BLOCK.padding);
  splices.push(...changes, ...shrinkPadding(paddings, grownBy(changes)));
  return { splices, location: 'VORBIS_COMMENT', isFallback: false };
}

function planBlock(source: MediaSource, block: FlacBlock, json: string | null, isLabel: LabelTest): Splice[] {
  const start = block.offset + FLAC_BLOCK_HEADER_BYTES;
  const inner = planVorbisComments(source.within(start, block.length), json, isLabel);
  if (inner.length === 0) return [];
  return [
    ...inner.map((splice) => ({ ...splice, offset: start + splice.offset })),
    newLength(block, block.length + grownBy(inner)),
  ];
}

function newBlock(first: FlacBlock, json: string): Splice[] {
  const content = newVorbisComments(json);
  const type = FLAC_BLOCK.vorbisComment + (first.isLast ? LAST : 0);
  const inserted = joinBytes([type], bigEndianBytes(content.length, 3), content);
  const behind = first.offset + FLAC_BLOCK_HEADER_BYTES + first.length;
  const notLast = { offset: first.offset, removed: 1, inserted: Uint8Array.of(first.type) };
  return [...(first.isLast ? [notLast] : []), { offset: behind, removed: 0, inserted }];
}

/** Shrinks a padding block by what the comments grew, or grows it by what they shrank. */
function shrinkPadding(paddings: readonly FlacBlock[], grown: number): Splice[] {
  const padding = paddings.find(({ length }) => length >= grown);
  if (padding === undefined || grown === 0) return [];
  const start = padding.offset + FLAC_BLOCK_HEADER_BYTES;
  return [
    newLength(padding, padding.length - grown),
    { offset: start, removed: Math.max(0, grown), inserted: new Uint8Array(Math.max(0, -grown)) },
  ];
}

function newLength({ offset }: FlacBlock, length: number): Splice {
  return { offset: offset + 1, removed: 3, inserted: Uint8Array.from(bigEndianBytes(length, 3)) };
}
