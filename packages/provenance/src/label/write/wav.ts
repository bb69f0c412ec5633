import type { MediaSource } from '../../media/media-source.ts';
import type { RiffChunk } from '../../media/riff-chunks.ts';
import { trimZeros } from '../../media/stored-value.ts';
import {
  appendChunk,
  contentOf,
  infoListBytes,
  isLabelChunk,
  outerSize,
  readInfoLists,
  readRiffParts,
  replaceChunk,
  riffChunkBytes,
  unreadable,
  withoutLabel,
  type RiffParts,
} from './riff-edit.ts';
import type { Splice } from './splice.ts';
import type { LabelPlan, LabelTest } from './writer.ts';

const NOTHING = new Uint8Array(0);
/** Texts of the broadcast extension, by position (EBU Tech 3285). */
const BROADCAST_TEXTS = [
  { start: 0, end: 256 },
  { start: 602, end: Infinity },
] as const;

/** The label in the chunk `AIGC` (TC260-PG-202510A). The offsets in a WAV file count inside its data, so chunks may move. */
export function writeWav(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const parts = readRiffParts(source);
  if (parts.file.form !== 'WAVE') throw unreadable('no WAVE');
  const { file, chunks, later } = parts;
  const label = riffChunkBytes(file, 'AIGC', json);
  const all = [...chunks, ...later];
  const home = chunks.find(isLabelHome);
  const further = all.filter((chunk) => chunk !== home && isLabelHome(chunk));
  // First, because what follows the first part may be removed where the new chunk goes in.
  const splices = [
    home === undefined ? newChunk(source, parts, label) : replaceChunk(source, home, label),
    ...further.map((chunk) => replaceChunk(source, chunk, NOTHING)),
    ...infoSplices(source, parts, isLabel),
    ...all.flatMap((chunk) => otherSplices(source, parts, chunk, isLabel)),
  ];
  return { splices: [...splices, ...outerSize(source, parts, splices)], location: 'AIGC', isFallback: false };
}

function isLabelHome({ id }: RiffChunk): boolean {
  return id.toUpperCase() === 'AIGC';
}

/** At the end, unless the sound reaches to it because nobody wrote down its length. */
function newChunk(source: MediaSource, parts: RiffParts, label: Uint8Array): Splice {
  const open = parts.chunks.find(({ size }) => size === null);
  if (open === undefined) return appendChunk(source, parts, label);
  return { offset: source.fileOffset(open.offset), removed: 0, inserted: label };
}

function infoSplices(source: MediaSource, parts: RiffParts, isLabel: LabelTest): Splice[] {
  const { file, chunks, later } = parts;
  return readInfoLists(source, parts, [...chunks, ...later]).flatMap(({ list, children }) => {
    const kept = children.filter((child) => !isLabelChunk(source, child, isLabel));
    if (kept.length === children.length) return [];
    const bytes = kept.length === 0 ? NOTHING : infoListBytes(source, file, kept);
    return [replaceChunk(source, list, bytes)];
  });
}

function otherSplices(source: MediaSource, { file }: RiffParts, chunk: RiffChunk, isLabel: LabelTest): Splice[] {
  const cleaned = withoutLabel(source, file, chunk, isLabel);
  if (cleaned !== null) return [replaceChunk(source, chunk, cleaned)];
  return chunk.id === 'bext' ? broadcastSplices(source, chunk, isLabel) : [];
}

/** The fields have fixed places, so a label in one is replaced by zeros. */
function broadcastSplices(source: MediaSource, chunk: RiffChunk, isLabel: LabelTest): Splice[] {
  const content = contentOf(source, chunk);
  return BROADCAST_TEXTS.flatMap(({ start, end }) => {
    const { length } = content.subarray(start, end);
    const text = trimZeros(content.subarray(start, end));
    if (text.length === 0 || !isLabel(text, null)) return [];
    return [{ offset: source.fileOffset(chunk.data + start), removed: length, inserted: new Uint8Array(length) }];
  });
}
