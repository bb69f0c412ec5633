import type { MediaSource } from '../../media/media-source.ts';
import type { RiffChunk } from '../../media/riff-chunks.ts';
import {
  appendChunk,
  contentOf,
  infoListBytes,
  isLabelChunk,
  listType,
  outerSize,
  readInfoLists,
  readRiffParts,
  replaceChunk,
  riffChunkBytes,
  unreadable,
  withoutLabel,
  type InfoList,
  type RiffParts,
} from './riff-edit.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';

const HEAD_BYTES = 8;
/** Muxers leave about 1 KiB for tags; a larger JUNK chunk is kept for an index and not examined. */
const JUNK_MAX_BYTES = 64 * 1024;

interface Avi {
  source: MediaSource;
  parts: RiffParts;
  isLabel: LabelTest;
  chunks: RiffChunk[];
  lists: InfoList[];
  /** Nothing before this may move: the indexes hold offsets in the file. */
  movesFrom: number;
}

/** A run of bytes that is rewritten: a list, and the JUNK after it that gives or takes room. */
interface Slot {
  offset: number;
  end: number;
}

/**
 * The label as the text `AIGC` in the list INFO (TC260-PG-20257A): in an existing list, in the room that muxers leave for
 * tags, or in a list after the index.
 */
export function writeAvi(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const avi = openAvi(source, isLabel);
  const { parts } = avi;
  const text = riffChunkBytes(parts.file, 'AIGC', json, [0]);
  const home = findHome(avi, text);
  const splices = [
    home.splice,
    ...avi.lists.filter(({ list }) => list !== home.list).flatMap((info) => cleanList(avi, info)),
    ...avi.chunks.flatMap((chunk) => cleanChunk(avi, chunk)),
  ];
  return { splices: [...splices, ...outerSize(source, parts, splices)], location: 'LIST/INFO', isFallback: false };
}

function openAvi(source: MediaSource, isLabel: LabelTest): Avi {
  const parts = readRiffParts(source);
  const { chunks, later, file } = parts;
  const movie = chunks.findLast((chunk) => listType(source, chunk) === 'movi');
  if (file.form !== 'AVI ' || file.id !== 'RIFF' || movie === undefined) throw unreadable('no AVI');
  if ([...chunks, ...later].some(({ size }) => size === null)) throw unreadable('a chunk without a size');
  const isLarge = later.some(({ id }) => id === 'RIFF');
  const all = [...chunks, ...later];
  const lists = readInfoLists(source, parts, all);
  return { source, parts, isLabel, chunks: all, lists, movesFrom: isLarge ? Infinity : movie.end };
}

function findHome(avi: Avi, text: Uint8Array): { splice: Splice; list: RiffChunk | null } {
  const { source, parts, lists, movesFrom, isLabel } = avi;
  const holds = ({ children }: InfoList) => children.some((child) => isLabelChunk(source, child, isLabel));
  for (const info of [...lists.filter(holds), ...lists.filter((list) => !holds(list))]) {
    const bytes = infoListBytes(source, parts.file, keptChildren(avi, info), [text]);
    const splice = fill(avi, info.list, bytes);
    if (splice !== null) return { splice, list: info.list };
  }
  const fresh = infoListBytes(source, parts.file, [], [text]);
  const taken = new Set(lists.map(({ list }) => list.end));
  for (const junk of parts.chunks) {
    if (!isRoom(avi, junk) || taken.has(junk.offset)) continue;
    const splice = fillSlot(avi, junk, fresh);
    if (splice !== null) return { splice, list: null };
  }
  if (movesFrom === Infinity) {
    throw new LabelWriteError('no_room', 'an AVI file in several parts has no room for a label');
  }
  return { splice: appendChunk(source, parts, fresh), list: null };
}

function keptChildren({ source, isLabel }: Avi, { children }: InfoList): RiffChunk[] {
  return children.filter((child) => !isLabelChunk(source, child, isLabel));
}

function cleanList(avi: Avi, info: InfoList): Splice[] {
  const kept = keptChildren(avi, info);
  if (kept.length === info.children.length) return [];
  const bytes = kept.length === 0 ? new Uint8Array(0) : infoListBytes(avi.source, avi.parts.file, kept);
  return orRefuse(fill(avi, info.list, bytes));
}

function cleanChunk(avi: Avi, chunk: RiffChunk): Splice[] {
  const { source, parts, isLabel } = avi;
  if (chunk.id.toUpperCase() === 'AIGC') return orRefuse(fill(avi, chunk, new Uint8Array(0)));
  const cleaned = withoutLabel(source, parts.file, chunk, isLabel);
  return cleaned === null ? [] : orRefuse(fill(avi, chunk, cleaned));
}

function orRefuse(splice: Splice | null): Splice[] {
  if (splice === null) throw new LabelWriteError('no_room', 'a label in this AVI file cannot be taken out');
  return [splice];
}

/** New bytes in place of a chunk; null when something would move that must not. */
function fill(avi: Avi, chunk: RiffChunk, bytes: Uint8Array): Splice | null {
  if (chunk.offset >= avi.movesFrom) return replaceChunk(avi.source, chunk, bytes);
  const next = avi.chunks.find(({ offset }) => offset === chunk.end);
  const exact = fillSlot(avi, chunk, bytes);
  if (exact !== null || next === undefined || !isRoom(avi, next)) return exact;
  return fillSlot(avi, { offset: chunk.offset, end: next.end }, bytes);
}

/** New bytes and JUNK that fills up what they leave; null when that does not come out even. */
function fillSlot({ source, parts }: Avi, { offset, end }: Slot, bytes: Uint8Array): Splice | null {
  const rest = end - offset - bytes.length;
  if (end > source.size || rest < 0 || (rest > 0 && rest < HEAD_BYTES)) return null;
  const junk = rest === 0 ? new Uint8Array(0) : riffChunkBytes(parts.file, 'JUNK', new Uint8Array(rest - HEAD_BYTES));
  return { offset: source.fileOffset(offset), removed: end - offset, inserted: Buffer.concat([bytes, junk]) };
}

/** JUNK with content belongs to somebody. */
function isRoom({ source }: Avi, chunk: RiffChunk): boolean {
  if (chunk.id !== 'JUNK' || chunk.size === null || chunk.size > JUNK_MAX_BYTES) return false;
  return contentOf(source, chunk).every((byte) => byte === 0);
}
