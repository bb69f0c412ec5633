import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { checkMuxVersion } from '../checks/mux-version.ts';
import { checkX264 } from '../checks/x264-consistency.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { describeVideo } from './describe-video.ts';
import { readStreamDescriptor } from './esds.ts';
import { firstFragmentSample } from './fragment.ts';
import { readConfig, readSampleBytes } from './read-samples.ts';
import { Samples, type SampleRange } from './samples.ts';
import type { Track } from './track.ts';

export interface PictureParts {
  track: Track;
  top: readonly Box[];
  isFragmented: boolean;
}

/** The video track: its description, its parameter sets and its first samples. */
export function readPicture(notebook: Notebook, source: MediaSource, parts: PictureParts): void {
  const { track, top, isFragmented } = parts;
  const samples = new Samples(source, track.tableBoxes);
  const video = describeVideo(notebook, track, samples);
  const { entry } = track;
  if (entry === null) return;
  if (entry.codec === 'encv') return notebook.partial('encrypted');
  if (entry.codec === 'mp4v') noteMpeg4(notebook, source, track);
  const config = readConfig(notebook, source, entry);
  noteMarks(notebook, track, entry.children);
  const fragment = isFragmented && samples.count === 0 ? firstFragmentSample(source, top, track.id) : null;
  const ranges = fragment === null ? firstRanges(notebook, samples) : [fragment];
  const stream = readSampleBytes(notebook, source, { config, ranges, codec: entry.codec });
  if (stream === null) return checkMuxVersion(notebook, { isFragmented });
  const later = laterRanges(notebook, samples);
  if (config !== null) config.readLater(stream, later);
  checkX264(notebook, stream, { video, track, samples, isFragmented });
  const isSpliced = stream.hasOtherText || stream.hasOtherSets;
  notebook.check('splice', later.length === 0 ? null : !isSpliced);
  if (isSpliced) notebook.warn('splice');
  checkMuxVersion(notebook, { isFragmented });
}

/** The first samples, as far as the tables lead to them. */
function firstRanges(notebook: Notebook, samples: Samples): SampleRange[] {
  return located(notebook, samples, [0, 1, 2].slice(0, Math.min(samples.count, 1 + LAB_LIMITS.nextSamples)));
}

/** Samples where decoding can begin, spread over the file: a joined clip has its own parameter sets there. */
function laterRanges(notebook: Notebook, samples: Samples): SampleRange[] {
  const sync = (samples.sync ?? []).filter((sample) => sample > 0);
  const most = LAB_LIMITS.syncSamplesRead;
  const step = Math.max(1, (sync.length - 1) / (most - 1));
  const picked = Array.from({ length: Math.min(sync.length, most) }, (_, index) => sync[Math.round(index * step)] ?? 0);
  return located(notebook, samples, picked);
}

function located(notebook: Notebook, samples: Samples, picked: readonly number[]): SampleRange[] {
  const ranges: SampleRange[] = [];
  for (const sample of picked) notebook.attempt(() => ranges.push(samples.locate(sample)));
  return ranges;
}

function noteMarks(notebook: Notebook, { tableBoxes, minfOrder }: Track, children: readonly Box[]): void {
  const names = (boxes: readonly Box[]): string => boxes.map(({ type }) => type).join(',');
  notebook.see('video.entry_children', names(children), 'moov/trak(vide)/stsd');
  notebook.see(
    'video.btrt',
    children.some(({ type }) => type === 'btrt'),
    'moov/trak(vide)/stsd',
  );
  notebook.see('video.stbl', names(tableBoxes.slice(0, LAB_LIMITS.childNames)), 'moov/trak(vide)/stbl');
  notebook.see('video.minf', minfOrder.slice(0, LAB_LIMITS.childNames).join(','), 'moov/trak(vide)/minf');
}

/** MPEG-4 Visual has its encoder's name in the user data of its configuration. */
function noteMpeg4(notebook: Notebook, source: MediaSource, { entry }: Track): void {
  const esds = entry?.children.find(({ type }) => type === 'esds');
  if (esds === undefined) return;
  const text = readStreamDescriptor(source, esds)?.configText ?? '';
  const found = /(?:Lavc[0-9.]+|XviD\d+)/.exec(text);
  if (found !== null) notebook.see('sei.user_data', `vol ${found[0]}`, 'moov/trak(vide)/stsd/esds', esds.start);
}
