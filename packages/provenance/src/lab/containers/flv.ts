import { readFlvScript } from '../../media/flv.ts';
import { FLV_SCRIPT, flvTags, type FlvTag } from '../../media/flv-tags.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { MetadataSink } from '../../media/metadata-sink.ts';
import { decodeAvcConfig, type CodecConfig } from '../bmff/codec-config.ts';
import { nalsByLength } from '../bits/nal.ts';
import { checkStream } from '../checks/stream.ts';
import { readNals } from '../encoders/read-nals.ts';
import { newStream } from '../encoders/video-stream.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { noteTags } from '../tags.ts';
import { describeStream } from './annex-b.ts';

const TAG = { audio: 8, video: 9 } as const;
const AVC = 7;
const PACKET = { config: 0, picture: 1 } as const;
/** Codec, packet type and composition time. */
const VIDEO_HEAD_BYTES = 5;

/** Script data and the first video tags. */
export function readFlvClip(notebook: Notebook, source: MediaSource): boolean {
  notebook.clip.container = 'flv';
  notebook.see('container', 'flv', 'file', 0);
  const found: { config: CodecConfig | null; hasVideo: boolean; hasSound: boolean; isDone: boolean } = {
    config: null,
    hasVideo: false,
    hasSound: false,
    isDone: false,
  };
  for (const tag of flvTags(source)) {
    if (tag.type === FLV_SCRIPT) notebook.attempt(() => readScript(notebook, source, tag));
    if (tag.type === TAG.audio) found.hasSound = true;
    if (tag.type === TAG.video) {
      found.hasVideo = true;
      notebook.attempt(() => {
        const read = readVideoTag(notebook, source, tag, found.config);
        found.config ??= read.config;
        found.isDone = read.isDone;
      });
    }
    if (found.isDone && found.hasSound) break;
  }
  notebook.see('audio.present', found.hasSound, 'file');
  if (!found.hasVideo) notebook.warn('no_video_track');
  return found.hasVideo;
}

function readScript(notebook: Notebook, source: MediaSource, tag: FlvTag): void {
  const sink = new MetadataSink();
  const { items } = sink.run(() => readFlvScript(source, sink, tag));
  noteTags(notebook, items.slice(0, LAB_LIMITS.tags));
}

interface VideoTag {
  config: CodecConfig | null;
  isDone: boolean;
}

/** H.264 has its configuration in a tag of its own; other codecs are only named. */
function readVideoTag(
  notebook: Notebook,
  source: MediaSource,
  { data, size }: FlvTag,
  config: CodecConfig | null,
): VideoTag {
  const bytes = source.upTo(data, Math.min(size, LAB_LIMITS.firstSampleBytes), 'FLV video');
  const codec = (bytes[0] ?? 0) & 15;
  const unknown = { width: null, height: null, fps: null, frames: null, key_frames: null, longest_gap: null };
  notebook.clip.video ??= { codec: codec === AVC ? 'h264' : `flv-${codec}`, ...unknown };
  if (codec !== AVC) return { config: null, isDone: true };
  const content = bytes.subarray(VIDEO_HEAD_BYTES);
  if (bytes[1] === PACKET.config) return { config: decodeAvcConfig(content), isDone: false };
  if (config === null || bytes[1] !== PACKET.picture) return { config, isDone: false };
  const stream = newStream('h264');
  readNals(notebook, stream, config.nals, { path: 'AVC configuration', offset: data, from: 'config' });
  const { nals } = nalsByLength(content, config.lengthBytes, size - VIDEO_HEAD_BYTES);
  readNals(notebook, stream, nals, { path: 'video tag', offset: data + VIDEO_HEAD_BYTES, from: 'first' });
  checkStream(notebook, stream);
  describeStream(notebook, stream);
  return { config, isDone: true };
}
