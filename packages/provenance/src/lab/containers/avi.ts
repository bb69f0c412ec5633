import { latin1Text } from '../../bytes/latin1-text.ts';
import type { MediaSource } from '../../media/media-source.ts';
import {
  readRiffChunk,
  readRiffHeader,
  RIFF_LIST_HEAD_BYTES,
  type RiffChunk,
  type RiffFile,
} from '../../media/riff-chunks.ts';
import type { MetadataItem } from '../../media/metadata-item.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { round } from '../round.ts';
import { noteTags } from '../tags.ts';
import { readStartCodes } from './annex-b.ts';

interface Reading {
  notebook: Notebook;
  source: MediaSource;
  file: RiffFile;
}

const H264 = /^(?:H264|h264|X264|x264|avc1|AVC1)$/;
const VIDEO_CHUNK = /^\d\d(?:dc|db)$/;

/** The headers of an AVI file, its texts and its first picture. */
export function readAviClip(notebook: Notebook, source: MediaSource): boolean {
  const file = readRiffHeader(source);
  notebook.clip.container = 'avi';
  notebook.see('container', 'avi', 'file', 0);
  const reading: Reading = { notebook, source, file };
  notebook.attempt(() => {
    for (const chunk of chunksIn(reading, RIFF_LIST_HEAD_BYTES, source.size)) {
      if (chunk.id !== 'LIST') continue;
      const type = latin1Text(source.upTo(chunk.data, 4, 'RIFF list'));
      if (type === 'INFO') noteTexts(reading, chunk);
      if (type === 'hdrl') readHeaders(reading, chunk);
      if (type === 'movi') readFirstPicture(reading, chunk);
    }
  });
  if (!notebook.has('audio.present')) notebook.see('audio.present', false, 'hdrl');
  if (notebook.clip.video === null) notebook.warn('no_video_track');
  return notebook.clip.video !== null;
}

function* chunksIn({ source, file }: Reading, start: number, end: number): Generator<RiffChunk> {
  let at = start;
  for (let count = 0; at + 8 <= end && count < LAB_LIMITS.mediaChunks; count += 1) {
    const chunk = readRiffChunk(source, at, end, file);
    yield chunk;
    at = chunk.end;
  }
}

function noteTexts(reading: Reading, list: RiffChunk): void {
  const items: MetadataItem[] = [];
  for (const { id, data, size } of chunksIn(reading, list.data + 4, list.end)) {
    const bytes = reading.source.upTo(data, Math.min(size ?? 0, LAB_LIMITS.tagChars), 'INFO text');
    const item = { path: 'LIST/INFO', key: id, offset: data, length: bytes.length, bytes } as const;
    items.push({ kind: 'entry', encoding: null, fields: null, intact: true, ...item });
  }
  noteTags(reading.notebook, items);
}

/** One list for each stream: what it is, and how it is coded. */
function readHeaders(reading: Reading, list: RiffChunk): void {
  for (const stream of chunksIn(reading, list.data + 4, list.end)) {
    if (stream.id !== 'LIST') continue;
    for (const chunk of chunksIn(reading, stream.data + 4, stream.end)) {
      if (chunk.id === 'strh') readStreamHeader(reading, chunk);
      if (chunk.id === 'strf') readFormat(reading, chunk);
    }
  }
}

function readStreamHeader({ notebook, source }: Reading, { data }: RiffChunk): void {
  const cursor = source.cursor(data, 36, 'AVI stream header', { littleEndian: true });
  const [type, handler] = [cursor.fourCc('stream type'), cursor.fourCc('handler')];
  if (type === 'auds') return notebook.see('audio.present', true, 'hdrl/strl', data);
  if (type !== 'vids' || notebook.clip.video !== null) return;
  cursor.skip(12, 'flags');
  const [scale, rate] = [cursor.u32('scale'), cursor.u32('rate')];
  cursor.skip(4, 'start');
  const frames = cursor.u32('length');
  const fps = scale === 0 ? null : round(rate / scale);
  notebook.clip.video = { codec: handler, width: null, height: null, fps, frames, key_frames: null, longest_gap: null };
  notebook.see('video.codec', handler, 'hdrl/strl', data);
  if (fps !== null) notebook.see('video.fps', fps, 'hdrl/strl', data);
}

/** The first format belongs to the first stream header, which is noted already. */
function readFormat({ notebook, source }: Reading, { data, size }: RiffChunk): void {
  const { video } = notebook.clip;
  if (video === null || video.width !== null || (size ?? 0) < 40) return;
  const cursor = source.cursor(data + 4, 8, 'AVI format', { littleEndian: true });
  video.width = cursor.u32('width');
  video.height = cursor.u32('height');
  notebook.see('video.size', `${video.width}x${video.height}`, 'hdrl/strl', data);
}

function readFirstPicture(reading: Reading, list: RiffChunk): void {
  const { notebook, source } = reading;
  const codec = notebook.clip.video?.codec ?? '';
  for (const { id, data, size } of chunksIn(reading, list.data + 4, list.end)) {
    if (!VIDEO_CHUNK.test(id)) continue;
    const bytes = source.upTo(data, Math.min(size ?? 0, LAB_LIMITS.firstSampleBytes), 'AVI picture');
    if (H264.test(codec)) readStartCodes(notebook, 'h264', { bytes, path: `movi/${id}`, offset: data });
    else noteName(notebook, bytes, data);
    return;
  }
}

/** MPEG-4 Visual begins with its encoder's name in user data. */
function noteName(notebook: Notebook, bytes: Uint8Array, offset: number): void {
  const found = /(?:Lavc[0-9.]+|XviD\d+)/.exec(latin1Text(bytes.subarray(0, LAB_LIMITS.nextSampleBytes)));
  if (found !== null) notebook.see('sei.user_data', `vol ${found[0]}`, 'movi', offset + found.index);
}
