import { DecodeError } from '../bytes/decode-error.ts';
import { bigEndian, ebmlChildren, readEbmlElement, type EbmlElement } from './ebml.ts';
import { MATROSKA, SEGMENT_CHILDREN } from './matroska-ids.ts';
import type { MediaSource } from './media-source.ts';

/**
 * The children of a Segment in order. A Cluster of unknown size is walked block by block to where the next of them
 * begins, which becomes its `end`.
 *
 * @throws {DecodeError} something else stands between them
 */
export function* segmentChildren(source: MediaSource, segment: EbmlElement): Generator<EbmlElement> {
  let offset = segment.data;
  while (offset < segment.end) {
    const child = readEbmlElement(source, offset, segment.end);
    // A Segment of unknown size ends where the next one begins.
    if (segment.size === null && isTopLevel(child)) return;
    const end = child.size === null ? endOfUnknown(source, child) : child.end;
    yield { ...child, end };
    offset = end;
  }
}

/** Where the children of a Segment of unknown size end. */
export function isTopLevel({ id }: EbmlElement): boolean {
  return id === MATROSKA.segment || id === MATROSKA.ebmlHeader;
}

function endOfUnknown(source: MediaSource, parent: EbmlElement): number {
  if (parent.id !== MATROSKA.cluster)
    throw new DecodeError('EBML element of unknown size', source.fileOffset(parent.offset));
  let offset = parent.data;
  while (offset < parent.end) {
    const child = readEbmlElement(source, offset, parent.end);
    if (SEGMENT_CHILDREN.has(child.id) || isTopLevel(child)) return offset;
    if (child.size === null) throw new DecodeError('EBML element of unknown size', source.fileOffset(offset));
    offset = child.end;
  }
  return offset;
}

/** What a SeekHead names: elements, and where they are from the start of the Segment's content. */
export function* seekEntries(source: MediaSource, head: EbmlElement): Generator<{ id: number; position: number }> {
  for (const seek of ebmlChildren(source, head)) {
    if (seek.id !== MATROSKA.seek) continue;
    let [id, position] = [0, -1];
    for (const child of ebmlChildren(source, seek)) {
      if (child.end - child.data > 8) continue;
      const value = bigEndian(source.bytes(child.data, child.end - child.data, 'Matroska Seek'));
      if (child.id === MATROSKA.seekId) id = value;
      else if (child.id === MATROSKA.seekPosition) position = value;
    }
    yield { id, position };
  }
}
