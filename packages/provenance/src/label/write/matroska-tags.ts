import { ebmlChildren, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { storedValue, trimZeros } from '../../media/stored-value.ts';
import { LIMITS } from '../../limits.ts';
import { joinBytes } from './number-bytes.ts';
import { ebmlMaster, withCrc } from './ebml-out.ts';
import { isOwnEntry } from './own-entry.ts';
import { LabelWriteError, type LabelTest } from './writer.ts';

const KEY = 'AIGC';
/** What ties a Tag to a part of the file; a label is about all of it. */
const PART_IDS = new Set<number>([
  MATROSKA.tagTrackUid,
  MATROSKA.tagEditionUid,
  MATROSKA.tagChapterUid,
  MATROSKA.tagAttachmentUid,
]);

/** The content of a Tags element after the change. */
export interface NewTags {
  content: Uint8Array;
  /** It contained a label. */
  hadLabel: boolean;
  /** It contains the new label, in place of an old one. */
  hasNew: boolean;
  /** Nothing but the frame is left of it. */
  isEmpty: boolean;
}

interface Edit {
  source: MediaSource;
  isLabel: LabelTest;
  /** The SimpleTag that takes the place of the first label; null to only remove labels. */
  label: Uint8Array | null;
  hadLabel: boolean;
  hasNew: boolean;
}

export function simpleTag(json: string): Uint8Array {
  const name = ebmlMaster(MATROSKA.tagName, KEY);
  return ebmlMaster(MATROSKA.simpleTag, name, ebmlMaster(MATROSKA.tagString, json));
}

/** A Tag of the whole file: its Targets are empty (RFC 9559 §5.1.8.1.1). */
export function labelTag(json: string): Uint8Array {
  return ebmlMaster(MATROSKA.tag, ebmlMaster(MATROSKA.targets), simpleTag(json));
}

/** @throws {LabelWriteError} the element is cut off */
export function rewriteTags(
  source: MediaSource,
  tags: EbmlElement,
  isLabel: LabelTest,
  label: Uint8Array | null,
): NewTags {
  const edit: Edit = { source, isLabel, label, hadLabel: false, hasNew: false };
  const parts: Uint8Array[] = [];
  let count = 0;
  for (const child of ebmlChildren(source, whole(source, tags))) {
    if (child.id !== MATROSKA.tag) {
      parts.push(rawBytes(source, child));
      continue;
    }
    const tag = rewriteTag(edit, child);
    if (tag === null) continue;
    parts.push(tag);
    count += 1;
  }
  const { hadLabel, hasNew } = edit;
  return { content: withCrc(joinBytes(...parts)), hadLabel, hasNew, isEmpty: count === 0 };
}

/** With one Tag more. */
export function appendTag(content: Uint8Array, tag: Uint8Array): Uint8Array {
  return withCrc(joinBytes(content, tag));
}

/** Null when nothing is left of it. */
function rewriteTag(edit: Edit, tag: EbmlElement): Uint8Array | null {
  const { source } = edit;
  const children = [...ebmlChildren(source, tag)];
  const isWhole = !children.some((child) => child.id === MATROSKA.targets && speaksOfPart(source, child));
  const parts = children.map((child) => {
    if (child.id !== MATROSKA.simpleTag) return rawBytes(source, child);
    if (!isLabelTag(edit, child)) return rewriteNested(edit, child, 1);
    edit.hadLabel = true;
    if (edit.label === null || edit.hasNew || !isWhole) return null;
    edit.hasNew = true;
    return edit.label;
  });
  return remaster(source, tag, children, parts);
}

/** A SimpleTag that is not a label may contain one. */
function rewriteNested(edit: Edit, tag: EbmlElement, depth: number): Uint8Array {
  const { source } = edit;
  const children = [...ebmlChildren(source, tag)];
  const parts = children.map((child) => {
    if (child.id !== MATROSKA.simpleTag || depth >= LIMITS.mediaDepth) return rawBytes(source, child);
    if (!isLabelTag(edit, child)) return rewriteNested(edit, child, depth + 1);
    edit.hadLabel = true;
    return null;
  });
  return remaster(source, tag, children, parts, true) ?? rawBytes(source, tag);
}

/** The same bytes when nothing changed. A checksum inside would be wrong, and is optional. */
function remaster(
  source: MediaSource,
  master: EbmlElement,
  children: readonly EbmlElement[],
  parts: readonly (Uint8Array | null)[],
  canBeEmpty = false,
): Uint8Array | null {
  const before = source.bytes(master.data, master.end - master.data, 'Matroska Tag');
  const isSame = Buffer.compare(joinBytes(...parts.map((part) => part ?? [])), before) === 0;
  if (isSame) return rawBytes(source, master);
  const hasTags = children.some(({ id }, index) => id === MATROSKA.simpleTag && parts[index] !== null);
  if (!hasTags && !canBeEmpty) return null;
  const kept = parts.filter((part, index) => part !== null && children[index]?.id !== MATROSKA.crc32);
  return ebmlMaster(master.id, ...kept.map((part) => part ?? []));
}

/** It has the name, or is a label under another one. */
function isLabelTag({ source, isLabel }: Edit, tag: EbmlElement): boolean {
  const children = [...ebmlChildren(source, tag)];
  const name = children.findLast(({ id }) => id === MATROSKA.tagName);
  const key = name === undefined ? null : new TextDecoder().decode(headOf(source, name));
  const values = children.filter(({ id }) => id === MATROSKA.tagString || id === MATROSKA.tagBinary);
  if (values.length === 0) return isOwnEntry({ key, bytes: new Uint8Array(0), encoding: null }, isLabel);
  return values.some((value) => {
    const encoding = value.id === MATROSKA.tagString ? 'utf-8' : null;
    return isOwnEntry({ key, bytes: headOf(source, value), encoding }, isLabel);
  });
}

/** As much of a text as a label may have, and one byte more. */
function headOf(source: MediaSource, { data, end }: EbmlElement): Uint8Array {
  return trimZeros(source.upTo(data, Math.min(end - data, LIMITS.labelBytes + 1), 'Matroska SimpleTag'));
}

function speaksOfPart(source: MediaSource, targets: EbmlElement): boolean {
  return [...ebmlChildren(source, targets)].some(({ id }) => PART_IDS.has(id));
}

function whole(source: MediaSource, element: EbmlElement): EbmlElement {
  if (element.intact && element.end - element.data <= LIMITS.mediaItemBytes) return element;
  throw new LabelWriteError(
    'media_unreadable',
    `a Matroska element at byte ${source.fileOffset(element.offset)} is cut off or too large`,
  );
}

/** An element unchanged, including its head. */
function rawBytes(source: MediaSource, { offset, end }: EbmlElement): Uint8Array {
  return storedValue(source, offset, end - offset, 'Matroska element').bytes;
}
