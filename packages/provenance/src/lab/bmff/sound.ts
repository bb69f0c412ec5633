import type { MediaSource } from '../../media/media-source.ts';
import { readAacSample, readMp3Sample } from '../encoders/audio.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { readStreamDescriptor } from './esds.ts';
import { Samples } from './samples.ts';
import type { Track } from './track.ts';

const MP3_TYPES = new Set([0x69, 0x6b]);

/** What the sound tells of its encoder: how much of it an edit list hides, and its first samples. */
export function noteSound(notebook: Notebook, source: MediaSource, track: Track): void {
  const { entry, editStart } = track;
  const esds = entry?.children.find(({ type }) => type === 'esds');
  const stream = esds === undefined ? null : readStreamDescriptor(source, esds);
  const codec = [entry?.codec ?? 'unknown', stream?.objectType.toString(16), stream?.audioType].filter(
    (part) => part !== undefined && part !== null,
  );
  notebook.clip.audio = {
    codec: codec.join('.'),
    rate: entry?.rate ?? null,
    channels: entry?.channels ?? null,
    priming_samples: editStart,
  };
  const at = entry?.offset ?? null;
  const path = 'moov/trak(soun)';
  notebook.see('audio.codec', codec.join('.'), path, at);
  notebook.see('audio.handler', track.handlerName, `${path}/mdia/hdlr`);
  if (entry?.rate != null) notebook.see('audio.rate', entry.rate, path, at);
  if (entry?.channels != null) notebook.see('audio.channels', entry.channels, path, at);
  if (editStart !== null) notebook.see('edit.audio_start', editStart, `${path}/edts/elst`);
  if (stream !== null) notebook.see('esds.long_lengths', stream.hasLongLengths, `${path}/stbl/stsd`, at);
  const samples = new Samples(source, track.tableBoxes);
  for (let index = 0; index < Math.min(samples.count, 2); index += 1) {
    notebook.attempt(() => {
      const { offset, size } = samples.locate(index);
      const bytes = source.upTo(offset, Math.min(size, LAB_LIMITS.audioSampleBytes), 'audio sample');
      const read = stream !== null && MP3_TYPES.has(stream.objectType) ? readMp3Sample : readAacSample;
      read(notebook, bytes, `mdat/audio sample[${index}]`, offset);
    });
  }
}
