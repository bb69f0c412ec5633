import { ebmlChildren, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { decodeAvcConfig, decodeHevcConfig, type CodecConfig } from '../bmff/codec-config.ts';
import { nalsByLength } from '../bits/nal.ts';
import { checkStream } from '../checks/stream.ts';
import { readAacSample } from '../encoders/audio.ts';
import { readAv1 } from '../encoders/read-av1.ts';
import { readNals } from '../encoders/read-nals.ts';
import { newStream } from '../encoders/video-stream.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import type { MatroskaTrack } from './matroska-tracks.ts';

interface Block {
  track: number;
  offset: number;
  size: number;
}

/** Time code and flags, behind the number of the track. */
const BLOCK_HEAD_BYTES = 3;
const LACING_BITS = 6;

/** The first block of the video and of the sound. */
export function readBlocks(
  notebook: Notebook,
  source: MediaSource,
  cluster: EbmlElement | undefined,
  tracks: readonly MatroskaTrack[],
): void {
  const video = tracks.find(({ kind }) => kind === 'video');
  const audio = tracks.find(({ kind }) => kind === 'audio');
  const blocks = cluster === undefined ? [] : firstBlocks(source, cluster);
  const picture = blocks.find(({ track }) => track === video?.number);
  if (video !== undefined) notebook.attempt(() => readVideo(notebook, source, video, picture));
  const sound = blocks.find(({ track }) => track === audio?.number);
  if (audio !== undefined && sound !== undefined && audio.codec.startsWith('A_AAC')) {
    const bytes = source.upTo(sound.offset, Math.min(sound.size, LAB_LIMITS.audioSampleBytes), 'audio block');
    readAacSample(notebook, bytes, 'Cluster/audio block', sound.offset);
  }
}

function firstBlocks(source: MediaSource, cluster: EbmlElement): Block[] {
  const blocks: Block[] = [];
  for (const child of ebmlChildren(source, cluster)) {
    if (child.id === MATROSKA.simpleBlock) blocks.push(readBlock(source, child));
    else if (child.id === MATROSKA.blockGroup) {
      for (const inner of ebmlChildren(source, child)) {
        if (inner.id === MATROSKA.block) blocks.push(readBlock(source, inner));
      }
    }
    if (blocks.length >= LAB_LIMITS.matroskaBlocks) break;
  }
  return blocks;
}

/** Laced blocks hold several frames behind a list of their sizes; video is never laced. */
function readBlock(source: MediaSource, { data, end }: EbmlElement): Block {
  const cursor = source.cursor(data, 1 + BLOCK_HEAD_BYTES, 'Matroska block');
  const track = cursor.u8('track number') & 0x7f;
  cursor.skip(2, 'time code');
  const isLaced = (cursor.u8('block flags') & LACING_BITS) !== 0;
  const offset = data + 1 + BLOCK_HEAD_BYTES;
  return { track: isLaced ? -1 : track, offset, size: end - offset };
}

function readVideo(notebook: Notebook, source: MediaSource, track: MatroskaTrack, block: Block | undefined): void {
  const most = Math.min(block?.size ?? 0, LAB_LIMITS.firstSampleBytes);
  const bytes = block === undefined ? new Uint8Array(0) : source.upTo(block.offset, most, 'video block');
  if (track.codec === 'V_AV1') {
    readAv1(notebook, track.config.subarray(4), 'CodecPrivate', track.configAt);
    return readAv1(notebook, bytes, 'Cluster/block', block?.offset ?? 0);
  }
  const config = decodeConfig(track);
  if (config === null) return;
  const stream = newStream(config.codec);
  readNals(notebook, stream, config.nals, { path: 'CodecPrivate', offset: track.configAt, from: 'config' });
  if (block !== undefined) {
    const { nals } = nalsByLength(bytes, config.lengthBytes, block.size);
    readNals(notebook, stream, nals, { path: 'Cluster/block', offset: block.offset, from: 'first' });
  }
  checkStream(notebook, stream);
}

function decodeConfig({ codec, config }: MatroskaTrack): CodecConfig | null {
  if (codec === 'V_MPEG4/ISO/AVC') return decodeAvcConfig(config);
  return codec === 'V_MPEGH/ISO/HEVC' ? decodeHevcConfig(config) : null;
}
