import type { Box } from '../../media/bmff/boxes.ts';
import { childrenOf } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { SampleTable } from './sample-table.ts';

/** Numbers of a track's headers. Times count seconds from 1904, durations units of `timescale`. */
export interface TrackHead {
  flags: number;
  id: number;
  created: number;
  timescale: number;
  duration: number;
  /** Where the first edit that shows something begins, in units of the track; null without edits. */
  editStart: number | null;
}

const EDITS_MAX = 16;
const EMPTY_EDIT = 0xffff_ffff;

/** Times and a duration, of 32 or 64 bits by version, with the fields that stand between them. */
export interface DatedHead {
  flags: number;
  created: number;
  modified: number;
  /** What stands behind the times: a timescale, or a track's number. */
  id: number;
  duration: number;
}

/** The beginning of `mvhd`, `mdhd` and `tkhd`; `gap` bytes stand between number and duration. */
export function readDatedHead(source: MediaSource, { contentStart, end }: Box, gap = 0): DatedHead {
  const cursor = source.cursor(contentStart, Math.min(end - contentStart, 36), 'header');
  const [version, flags] = [cursor.u8('version'), cursor.u8('flags') * 0x1_0000 + cursor.u16('flags')];
  const long = (what: string): number => (version === 1 ? cursor.u64(what) : cursor.u32(what));
  const [created, modified, id] = [long('created'), long('modified'), cursor.u32('number')];
  cursor.skip(gap, 'reserved');
  return { flags, created, modified, id, duration: long('duration') };
}

export function readTrackHead(source: MediaSource, trak: readonly Box[], mdia: readonly Box[]): TrackHead {
  const [tkhd, mdhd] = [trak.find(({ type }) => type === 'tkhd'), mdia.find(({ type }) => type === 'mdhd')];
  const track = tkhd === undefined ? null : readDatedHead(source, tkhd, 4);
  const media = mdhd === undefined ? null : readDatedHead(source, mdhd);
  return {
    flags: track?.flags ?? 0,
    id: track?.id ?? 0,
    created: track?.created ?? 0,
    timescale: media?.id ?? 0,
    duration: media?.duration ?? 0,
    editStart: readEditStart(source, trak),
  };
}

function readEditStart(source: MediaSource, trak: readonly Box[]): number | null {
  const edts = trak.find(({ type }) => type === 'edts');
  if (edts === undefined) return null;
  const box = [...childrenOf(source, edts, 'edts')].find(({ type }) => type === 'elst');
  if (box === undefined) return null;
  const isLong = new SampleTable(source, box, 12).version === 1;
  const table = new SampleTable(source, box, isLong ? 20 : 12);
  for (let index = 0; index < Math.min(table.count, EDITS_MAX); index += 1) {
    const start = isLong ? table.field(index, 3) : table.field(index, 1);
    const isEmpty = isLong ? table.field(index, 2) === EMPTY_EDIT : start === EMPTY_EDIT;
    if (!isEmpty) return start;
  }
  return null;
}
