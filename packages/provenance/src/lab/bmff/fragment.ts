import type { Box } from '../../media/bmff/boxes.ts';
import { childrenOf } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import type { SampleRange } from './samples.ts';

const TFHD = { baseOffset: 1, description: 2, duration: 8, size: 0x10 } as const;
const TRUN = { dataOffset: 1, firstFlags: 4, duration: 0x100, size: 0x200 } as const;
/** When no size is written, the first sample may be anything up to the media data's end. */
const UNKNOWN_SIZE = 64 * 1024;

/** The first sample of a track in the first fragment that has one (ISO/IEC 14496-12 §8.8); null when there is none. */
export function firstFragmentSample(source: MediaSource, top: readonly Box[], trackId: number): SampleRange | null {
  const fragment = top.find(({ type }) => type === 'moof');
  if (fragment === undefined) return null;
  for (const traf of childrenOf(source, fragment, 'moof')) {
    if (traf.type !== 'traf') continue;
    const found = readTraf(source, traf, { trackId, moofStart: fragment.start });
    if (found !== null) return found;
  }
  return null;
}

function readTraf(
  source: MediaSource,
  traf: Box,
  { trackId, moofStart }: { trackId: number; moofStart: number },
): SampleRange | null {
  const boxes = [...childrenOf(source, traf, 'traf')];
  const [head, run] = [boxes.find(({ type }) => type === 'tfhd'), boxes.find(({ type }) => type === 'trun')];
  if (head === undefined || run === undefined) return null;
  const tfhd = source.cursor(head.contentStart, head.end - head.contentStart, 'tfhd');
  const flags = tfhd.u32('tfhd flags') & 0xff_ffff;
  if (tfhd.u32('track') !== trackId) return null;
  const base = (flags & TFHD.baseOffset) === 0 ? moofStart : tfhd.u64('base offset');
  if ((flags & TFHD.description) !== 0) tfhd.skip(4, 'description');
  if ((flags & TFHD.duration) !== 0) tfhd.skip(4, 'duration');
  const size = (flags & TFHD.size) === 0 ? null : tfhd.u32('size');
  const trun = source.cursor(run.contentStart, Math.min(run.end - run.contentStart, 32), 'trun');
  const bits = trun.u32('trun flags') & 0xff_ffff;
  if (trun.u32('count') === 0) return null;
  const offset = base + ((bits & TRUN.dataOffset) === 0 ? 0 : trun.u32('data offset') | 0);
  if ((bits & TRUN.firstFlags) !== 0) trun.skip(4, 'first flags');
  if ((bits & TRUN.duration) !== 0) trun.skip(4, 'duration');
  const own = (bits & TRUN.size) === 0 ? null : trun.u32('size');
  return offset < 0 ? null : { offset, size: own ?? size ?? UNKNOWN_SIZE };
}
