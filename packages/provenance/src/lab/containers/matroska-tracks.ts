import { ebmlChildren, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { round } from '../round.ts';
import { elementNumber, elementText, float } from './matroska-values.ts';

export interface MatroskaTrack {
  kind: 'video' | 'audio' | 'other';
  number: number;
  codec: string;
  /** The decoder's configuration; empty without one. */
  config: Uint8Array;
  configAt: number;
}

interface Numbers {
  width: number | null;
  height: number | null;
  rate: number | null;
  channels: number | null;
  fps: number | null;
}

const KINDS: Readonly<Record<number, MatroskaTrack['kind']>> = { 1: 'video', 2: 'audio' };
const NANOSECONDS = 1e9;

/** Every track, the first video and sound track noted. */
export function readMatroskaTracks(notebook: Notebook, source: MediaSource, tracks: EbmlElement): MatroskaTrack[] {
  const found: MatroskaTrack[] = [];
  for (const entry of ebmlChildren(source, tracks)) {
    if (entry.id !== MATROSKA.trackEntry || found.length >= LAB_LIMITS.tracks) continue;
    const numbers: Numbers = { width: null, height: null, rate: null, channels: null, fps: null };
    const track = readEntry(source, entry, numbers);
    if (found.every(({ kind }) => kind !== track.kind)) noteTrack(notebook, track, numbers, entry.offset);
    found.push(track);
  }
  notebook.see(
    'audio.present',
    found.some(({ kind }) => kind === 'audio'),
    'Tracks',
    tracks.offset,
  );
  return found;
}

function readEntry(source: MediaSource, entry: EbmlElement, numbers: Numbers): MatroskaTrack {
  const track: MatroskaTrack = { kind: 'other', number: 0, codec: '', config: new Uint8Array(0), configAt: 0 };
  for (const child of ebmlChildren(source, entry)) {
    if (child.id === MATROSKA.trackNumber) track.number = elementNumber(source, child);
    else if (child.id === MATROSKA.trackType) track.kind = KINDS[elementNumber(source, child)] ?? 'other';
    else if (child.id === MATROSKA.codecId) track.codec = elementText(source, child);
    else if (child.id === MATROSKA.codecPrivate) {
      track.config = source.upTo(child.data, Math.min(child.end - child.data, LAB_LIMITS.boxBytes), 'CodecPrivate');
      track.configAt = child.data;
    } else if (child.id === MATROSKA.defaultDuration) {
      const duration = elementNumber(source, child);
      numbers.fps = duration > 0 ? round(NANOSECONDS / duration) : null;
    } else if (child.id === MATROSKA.video || child.id === MATROSKA.audio) readNumbers(source, child, numbers);
  }
  return track;
}

function readNumbers(source: MediaSource, parent: EbmlElement, numbers: Numbers): void {
  for (const child of ebmlChildren(source, parent)) {
    if (child.id === MATROSKA.pixelWidth) numbers.width = elementNumber(source, child);
    else if (child.id === MATROSKA.pixelHeight) numbers.height = elementNumber(source, child);
    else if (child.id === MATROSKA.channels) numbers.channels = elementNumber(source, child);
    else if (child.id === MATROSKA.samplingFrequency && child.end - child.data <= 8) {
      numbers.rate = float(source.bytes(child.data, child.end - child.data, 'SamplingFrequency'));
    }
  }
}

function noteTrack(notebook: Notebook, { kind, codec }: MatroskaTrack, numbers: Numbers, at: number): void {
  const { width, height, fps, rate, channels } = numbers;
  if (kind === 'video') {
    notebook.clip.video = { codec, width, height, fps, frames: null, key_frames: null, longest_gap: null };
    notebook.see('video.codec', codec, 'Tracks', at);
    if (width !== null && height !== null) notebook.see('video.size', `${width}x${height}`, 'Tracks', at);
    if (fps !== null) notebook.see('video.fps', fps, 'Tracks', at);
  }
  if (kind === 'audio') {
    notebook.clip.audio = { codec, rate, channels, priming_samples: null };
    notebook.see('audio.codec', codec, 'Tracks', at);
  }
}
