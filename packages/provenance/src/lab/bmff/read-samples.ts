import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { readAv1 } from '../encoders/read-av1.ts';
import { nalsByLength } from '../bits/nal.ts';
import { readNals } from '../encoders/read-nals.ts';
import { newStream, type VideoStream } from '../encoders/video-stream.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { decodeAvcConfig, decodeHevcConfig, type CodecConfig } from './codec-config.ts';
import { salvage } from './salvage.ts';
import type { SampleEntry } from './sample-entry.ts';
import type { SampleRange } from './samples.ts';

/** A configuration, and how samples of its stream are read. */
export interface ConfiguredStream {
  config: CodecConfig;
  box: Box;
  /** Later samples where decoding can begin: whether they tell another story. */
  readLater(stream: VideoStream, ranges: readonly SampleRange[]): void;
}

/** Null for codecs without parameter sets. Parameter sets in the configuration are noted with the samples. */
export function readConfig(notebook: Notebook, source: MediaSource, entry: SampleEntry): ConfiguredStream | null {
  const box = entry.children.find(({ type }) => type === 'avcC' || type === 'hvcC');
  const av1 = entry.children.find(({ type }) => type === 'av1C');
  if (av1 !== undefined)
    notebook.attempt(() => readAv1(notebook, boxBytes(source, av1).subarray(4), 'av1C', av1.start));
  if (box === undefined) return null;
  let found: ConfiguredStream | null = null;
  notebook.attempt(() => {
    const bytes = boxBytes(source, box);
    const config = box.type === 'avcC' ? decodeAvcConfig(bytes) : decodeHevcConfig(bytes);
    if (config.hasExtension !== null) notebook.see('avcc.extension', config.hasExtension, 'avcC', box.start);
    if (config.reserved !== null) notebook.see('avcc.reserved', config.reserved, 'avcC', box.start);
    found = { config, box, readLater: (stream, ranges) => readLater(notebook, source, { config, stream, ranges }) };
  });
  return found;
}

interface FirstSamples {
  config: ConfiguredStream | null;
  ranges: readonly SampleRange[];
  codec: string;
}

/** Reads the first samples. Null for a codec of which nothing is known from its samples. */
export function readSampleBytes(
  notebook: Notebook,
  source: MediaSource,
  { config, ranges, codec }: FirstSamples,
): VideoStream | null {
  if (codec === 'av01') readAv1Samples(notebook, source, ranges);
  if (config === null) return null;
  const stream = newStream(config.config.codec);
  readNals(notebook, stream, config.config.nals, {
    path: config.box.type,
    offset: config.box.contentStart,
    from: 'config',
  });
  for (const [index, range] of ranges.entries()) {
    const most = index === 0 ? LAB_LIMITS.firstSampleBytes : LAB_LIMITS.nextSampleBytes;
    notebook.attempt(() => readOne(notebook, source, { stream, config: config.config, range, index, most }));
  }
  return stream;
}

interface OneSample {
  stream: VideoStream;
  config: CodecConfig;
  range: SampleRange;
  index: number;
  most: number;
}

function readOne(notebook: Notebook, source: MediaSource, sample: OneSample): void {
  const { stream, config, range, index, most } = sample;
  // Windows of their own: parameter sets are at the front, and pictures are large.
  const bytes = source.upTo(range.offset, Math.min(range.size, most), 'video sample');
  const { nals, wellFormed } = nalsByLength(bytes, config.lengthBytes, range.size);
  const path = `mdat/sample[${index}]`;
  readNals(notebook, stream, nals, { path, offset: range.offset, from: index === 0 ? 'first' : 'later' });
  if (wellFormed || index > 0) return;
  notebook.partial('bad_sample_lengths');
  salvage(notebook, source, range, stream);
}

interface LaterSamples {
  config: CodecConfig;
  stream: VideoStream;
  ranges: readonly SampleRange[];
}

function readLater(notebook: Notebook, source: MediaSource, { config, stream, ranges }: LaterSamples): void {
  for (const { offset, size } of ranges) {
    notebook.attempt(() => {
      const bytes = source.upTo(offset, Math.min(size, LAB_LIMITS.syncSampleBytes), 'video sample');
      const { nals } = nalsByLength(bytes, config.lengthBytes, size);
      readNals(notebook, stream, nals, { path: 'mdat/sample', offset, from: 'later' });
    });
  }
}

function readAv1Samples(notebook: Notebook, source: MediaSource, ranges: readonly SampleRange[]): void {
  for (const [index, { offset, size }] of ranges.slice(0, 2).entries()) {
    notebook.attempt(() => {
      const bytes = source.upTo(offset, Math.min(size, LAB_LIMITS.firstSampleBytes), 'video sample');
      readAv1(notebook, bytes, `mdat/sample[${index}]`, offset, index === 1);
    });
  }
}

function boxBytes(source: MediaSource, { contentStart, end, type }: Box): Uint8Array {
  return source.bytes(contentStart, Math.min(end - contentStart, LAB_LIMITS.boxBytes), type);
}
