import { latin1Text } from '../../bytes/latin1-text.ts';
import { plainText } from '../../bytes/plain-text.ts';
import type { Box } from '../../media/bmff/boxes.ts';
import { boxesIn } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { listBoxes } from './list-boxes.ts';

/** The first sample description of a track (ISO/IEC 14496-12 §8.5.2). */
export interface SampleEntry {
  /** Four characters, such as `avc1`. */
  codec: string;
  offset: number;
  vendor: string;
  width: number | null;
  height: number | null;
  compressor: string;
  channels: number | null;
  rate: number | null;
  children: Box[];
}

const COUNT_BYTES = 8;
const VIDEO_BYTES = 78;
const SOUND_BYTES = 28;
/** Further fields of QuickTime's versions 1 and 2. */
const SOUND_MORE: readonly number[] = [0, 16, 36];
const COMPRESSOR_AT = 42;

/** Null when there is none, or the track is neither picture nor sound. */
export function readSampleEntry(
  notebook: Notebook,
  source: MediaSource,
  stsd: Box,
  handler: string,
): SampleEntry | null {
  const [box] = listBoxes(notebook, source, stsd, COUNT_BYTES);
  if (box === undefined) return null;
  if (handler === 'vide') return videoEntry(source, box);
  return handler === 'soun' ? soundEntry(source, box) : null;
}

function videoEntry(source: MediaSource, box: Box): SampleEntry {
  const start = box.contentStart;
  const bytes = source.bytes(start, VIDEO_BYTES, 'video sample entry');
  const cursor = source.cursor(start + 24, 4, 'video sample entry');
  const [width, height] = [cursor.u16('width'), cursor.u16('height')];
  const length = Math.min(bytes[COMPRESSOR_AT] ?? 0, 31);
  const compressor = latin1Text(bytes.subarray(COMPRESSOR_AT + 1, COMPRESSOR_AT + 1 + length)).split('\0')[0] ?? '';
  return {
    codec: box.type,
    offset: box.start,
    vendor: latin1Text(bytes.subarray(12, 16)).replaceAll('\0', ''),
    width,
    height,
    compressor: plainText(compressor.trim(), 32),
    channels: null,
    rate: null,
    children: children(source, box, VIDEO_BYTES),
  };
}

function soundEntry(source: MediaSource, box: Box): SampleEntry {
  const cursor = source.cursor(box.contentStart, SOUND_BYTES, 'sound sample entry');
  cursor.skip(8, 'data reference');
  const version = cursor.u16('version');
  cursor.skip(6, 'vendor');
  const channels = cursor.u16('channels');
  cursor.skip(6, 'sample size');
  const rate = cursor.u16('rate');
  return {
    codec: box.type,
    offset: box.start,
    vendor: '',
    width: null,
    height: null,
    compressor: '',
    channels,
    rate,
    children: children(source, box, SOUND_BYTES + (SOUND_MORE[version] ?? 0)),
  };
}

/** What stands behind the fields; QuickTime ends it with four zeros. */
function children(source: MediaSource, { contentStart, end }: Box, skip: number): Box[] {
  const found: Box[] = [];
  const range = { start: Math.min(contentStart + skip, end), end, what: 'sample entry' };
  for (const box of boxesIn(source, range)) {
    found.push(box);
    if (found.length >= LAB_LIMITS.childNames) break;
  }
  return found;
}
