import { bigEndian, ebmlChildren, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { storedValue } from '../../media/stored-value.ts';
import { bigEndianBytes, joinBytes } from './number-bytes.ts';
import { ebmlMaster, voidElement, withCrc } from './ebml-out.ts';

/** Masters between SeekHead or Cues and a position, and the positions: all count from the Segment's content. */
const MASTERS = new Set<number>([MATROSKA.seek, MATROSKA.cuePoint, MATROSKA.cueTrackPositions, MATROSKA.cueReference]);
const POSITIONS = new Set<number>([
  MATROSKA.seekPosition,
  MATROSKA.cueClusterPosition,
  MATROSKA.cueCodecState,
  MATROSKA.cueRefCluster,
  MATROSKA.cueRefCodecState,
]);
/** Zero says that there is none. */
const OPTIONAL = new Set<number>([MATROSKA.cueCodecState, MATROSKA.cueRefCodecState]);
const DEPTH_MAX = 3;
const POSITION_BYTES = 8;

/** Where a position leads after the change. Null when it leads nowhere, so its entry is removed. */
export type PositionMap = (position: number) => number | null;

/**
 * The content of a SeekHead or of Cues with every position mapped, of the same length; null when a new position does not
 * fit the bytes that the old one takes. Entries that lead to nothing become Void.
 */
export function mapPositions(source: MediaSource, element: EbmlElement, map: PositionMap): Uint8Array | null {
  const length = element.end - element.data;
  const content = Uint8Array.from(storedValue(source, element.data, length, 'Matroska index').bytes);
  const fits = mapInside({ source, content, base: element.data, map }, element, 0) !== 'no_room';
  return fits ? withCrc(content) : null;
}

interface Mapping {
  source: MediaSource;
  content: Uint8Array;
  /** Where the content is in the source. */
  base: number;
  map: PositionMap;
}

function mapInside(mapping: Mapping, master: EbmlElement, depth: number): 'kept' | 'gone' | 'no_room' {
  const { source, content, base, map } = mapping;
  for (const child of ebmlChildren(source, master)) {
    if (MASTERS.has(child.id) && depth < DEPTH_MAX) {
      const inner = mapInside(mapping, child, depth + 1);
      if (inner === 'no_room') return inner;
      if (inner === 'gone') content.set(voidElement(child.end - child.offset), child.offset - base);
      continue;
    }
    if (!POSITIONS.has(child.id)) continue;
    const width = child.end - child.data;
    const position = bigEndian(content.subarray(child.data - base, child.end - base));
    if (position === 0 && OPTIONAL.has(child.id)) continue;
    const mapped = map(position);
    if (mapped === null) return 'gone';
    if (mapped === position) continue;
    if (mapped >= 256 ** Math.min(width, 6)) return 'no_room';
    content.set(bigEndianBytes(mapped, width), child.data - base);
  }
  return 'kept';
}

/** The entry of a SeekHead that leads to an element. */
export function seekEntry(id: Uint8Array, position: number): Uint8Array {
  return ebmlMaster(
    MATROSKA.seek,
    ebmlMaster(MATROSKA.seekId, id),
    ebmlMaster(MATROSKA.seekPosition, bigEndianBytes(position, POSITION_BYTES)),
  );
}

/** A SeekHead's content with one entry more. */
export function appendSeek(content: Uint8Array, entry: Uint8Array): Uint8Array {
  return withCrc(joinBytes(content, entry));
}
