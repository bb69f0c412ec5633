import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import { attemptAt, chargeFailure } from './attempt-at.ts';
import { ebmlChildren, readEbmlElement, type EbmlElement } from './ebml.ts';
import { addAttachment } from './matroska-attachment.ts';
import { MATROSKA } from './matroska-ids.ts';
import { isTopLevel, seekEntries, segmentChildren } from './matroska-segment.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue, trimZeros } from './stored-value.ts';

/** Names of tags; real ones have some ten characters. */
const NAME_MAX_BYTES = 4096;
const INFO_TEXTS = new Map<number, string>([
  [MATROSKA.title, 'Title'],
  [MATROSKA.muxingApp, 'MuxingApp'],
  [MATROSKA.writingApp, 'WritingApp'],
]);

interface Reading {
  source: MediaSource;
  sink: MetadataSink;
  segment: EbmlElement;
  /** Offsets of elements that a SeekHead led to, so that none is read twice. */
  seen: Set<number>;
}

type ElementReader = (reading: Reading, element: EbmlElement) => void;

const ELEMENT_READERS = new Map<number, ElementReader>([
  [MATROSKA.seekHead, followSeekHead],
  [MATROSKA.info, readInfo],
  [MATROSKA.tags, readTags],
  [MATROSKA.attachments, readAttachments],
]);

/** Matroska and WebM: tags, attachments and the names in Info. Clusters are skipped. */
export function readMatroska(source: MediaSource, sink: MetadataSink): void {
  const header = readEbmlElement(source, 0, source.size);
  if (header.id !== MATROSKA.ebmlHeader) throw new DecodeError('EBML header', source.fileOffset(0));
  let offset = header.end;
  while (offset < source.size) {
    const element = readEbmlElement(source, offset, source.size);
    offset = element.id === MATROSKA.segment ? readSegment(source, sink, element) : element.end;
  }
}

/** Returns where the Segment ends. */
function readSegment(source: MediaSource, sink: MetadataSink, segment: EbmlElement): number {
  const reading = { source, sink, segment, seen: new Set<number>() };
  let end = segment.data;
  if (!segment.intact) sink.problem('damaged', 'Matroska Segment: not enough bytes', source.fileOffset(source.size));
  for (const child of segmentChildren(source, segment)) {
    readChild(reading, child);
    end = child.end;
  }
  if (segment.size !== null || end >= source.size) return segment.end;
  return isTopLevel(readEbmlElement(source, end, source.size)) ? end : segment.end;
}

function readChild(reading: Reading, child: EbmlElement): void {
  const read = ELEMENT_READERS.get(child.id);
  if (read === undefined || reading.seen.has(child.offset)) return;
  reading.seen.add(child.offset);
  attemptAt(reading.source, reading.sink, child.offset, () => read(reading, child));
}

/** Tags may come after hours of clusters: what the SeekHead names is read first, for the case that the walk fails. */
function followSeekHead(reading: Reading, head: EbmlElement): void {
  const { source, segment } = reading;
  for (const { id, position } of seekEntries(source, head)) {
    const at = segment.data + position;
    if (!ELEMENT_READERS.has(id) || position < 0 || at >= segment.end) continue;
    const target = findElement(reading, at);
    // Writers that cut files leave positions behind that lead nowhere: the walk finds what there is.
    if (target?.id === id && reading.seen.size < LIMITS.mediaDepth) readChild(reading, target);
  }
}

function findElement({ source, segment }: Reading, at: number): EbmlElement | null {
  try {
    return readEbmlElement(source, at, segment.end);
  } catch (error) {
    if (!(error instanceof DecodeError) || error instanceof LimitError) throw error;
    chargeFailure(source, at);
    return null;
  }
}

function readInfo({ source, sink }: Reading, info: EbmlElement): void {
  for (const child of ebmlChildren(source, info)) {
    const key = INFO_TEXTS.get(child.id);
    if (key !== undefined)
      attemptAt(source, sink, child.offset, () => addText({ source, sink }, child, 'Segment/Info', key));
  }
}

/** Every tag of a `Tags` element. */
export function readTags({ source, sink }: Pick<Reading, 'source' | 'sink'>, tags: EbmlElement): void {
  for (const tag of ebmlChildren(source, tags)) {
    if (tag.id !== MATROSKA.tag) continue;
    attemptAt(source, sink, tag.offset, () => {
      for (const child of ebmlChildren(source, tag)) {
        if (child.id !== MATROSKA.simpleTag) continue;
        attemptAt(source, sink, child.offset, () =>
          readSimpleTag({ source, sink }, child, 'Segment/Tags/Tag/SimpleTag', 1),
        );
      }
    });
  }
}

function readSimpleTag(
  { source, sink }: Pick<Reading, 'source' | 'sink'>,
  tag: EbmlElement,
  path: string,
  depth: number,
): void {
  if (depth > LIMITS.mediaDepth) throw new LimitError('Matroska SimpleTag', source.fileOffset(tag.offset));
  let name: string | null = null;
  const values: EbmlElement[] = [];
  for (const child of ebmlChildren(source, tag)) {
    if (child.id === MATROSKA.tagName) name = readName(source, child);
    else if (child.id === MATROSKA.tagString || child.id === MATROSKA.tagBinary) values.push(child);
    else if (child.id === MATROSKA.simpleTag) {
      attemptAt(source, sink, child.offset, () =>
        readSimpleTag({ source, sink }, child, `${path}/SimpleTag`, depth + 1),
      );
    }
  }
  // The name comes first in files of all writers; the order is free all the same.
  for (const value of values) addText({ source, sink }, value, path, name);
}

function addText(
  { source, sink }: Pick<Reading, 'source' | 'sink'>,
  element: EbmlElement,
  path: string,
  key: string | null,
): void {
  const { data, end, id } = element;
  const stored = storedValue(source, data, end - data, 'Matroska text');
  const isBinary = id === MATROSKA.tagBinary;
  const bytes = isBinary ? stored.bytes : trimZeros(stored.bytes);
  const intact = stored.intact && element.intact;
  const encoding = isBinary ? null : 'utf-8';
  const offset = source.fileOffset(data);
  sink.add({ kind: 'entry', path, key, offset, length: bytes.length, bytes, encoding, intact });
}

function readName(source: MediaSource, { data, end }: EbmlElement): string {
  if (end - data > NAME_MAX_BYTES) throw new DecodeError('Matroska TagName', source.fileOffset(data));
  return new TextDecoder().decode(trimZeros(source.bytes(data, end - data, 'Matroska TagName')));
}

function readAttachments({ source, sink }: Reading, attachments: EbmlElement): void {
  for (const file of ebmlChildren(source, attachments)) {
    if (file.id === MATROSKA.attachedFile)
      attemptAt(source, sink, file.offset, () => addAttachment(source, sink, file));
  }
}
