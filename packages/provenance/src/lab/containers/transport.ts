import { latin1Text } from '../../bytes/latin1-text.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { describeStream, readStartCodes } from './annex-b.ts';
import { packetsIn, type TransportPacket } from './transport-packets.ts';

const PID = { programs: 0, services: 0x11 } as const;
const STREAM_TYPES: Readonly<Record<number, 'h264' | 'hevc' | 'aac' | 'mpeg2'>> = {
  0x02: 'mpeg2',
  0x0f: 'aac',
  0x1b: 'h264',
  0x24: 'hevc',
};
const SERVICE_DESCRIPTOR = 0x48;
const PES_HEAD_BYTES = 9;

interface Streams {
  programPid: number;
  videoPid: number;
  video: 'h264' | 'hevc' | 'mpeg2' | null;
  payload: Uint8Array[];
  bytes: number;
  at: number | null;
}

/** The tables at the beginning of a transport stream, and the first bytes of its video. */
export function readTransportClip(notebook: Notebook, source: MediaSource): boolean {
  notebook.clip.container = 'mpegts';
  notebook.see('container', 'mpegts', 'file', 0);
  const streams: Streams = { programPid: -1, videoPid: -1, video: null, payload: [], bytes: 0, at: null };
  for (const packet of packetsIn(source)) {
    if (packet.pid === PID.programs && packet.isStart)
      streams.programPid = programPid(packet.payload) ?? streams.programPid;
    else if (packet.pid === PID.services && packet.isStart) noteService(notebook, packet);
    else if (packet.pid === streams.programPid && packet.isStart) readProgram(notebook, streams, packet.payload);
    else if (packet.pid === streams.videoPid) collect(streams, packet);
    if (streams.bytes >= LAB_LIMITS.transportPayloadBytes) break;
  }
  if (streams.video === null) {
    notebook.warn('no_video_track');
    return false;
  }
  const { video } = streams;
  if (video === 'mpeg2') return noteOther(notebook, video);
  const bytes = Buffer.concat(streams.payload);
  const read = { bytes, path: 'PES', offset: streams.at ?? 0 };
  notebook.attempt(() => describeStream(notebook, readStartCodes(notebook, video, read)));
  return true;
}

function noteOther(notebook: Notebook, codec: string): boolean {
  const unknown = { width: null, height: null, fps: null, frames: null, key_frames: null, longest_gap: null };
  notebook.clip.video = { codec, ...unknown };
  notebook.see('video.codec', codec, 'PMT');
  return true;
}

/** Sections begin behind a pointer (ISO/IEC 13818-1 §2.4.4). */
function sectionOf(payload: Uint8Array): Uint8Array {
  const section = payload.subarray(1 + (payload[0] ?? 0));
  const length = (((section[1] ?? 0) & 15) << 8) | (section[2] ?? 0);
  return section.subarray(0, 3 + length);
}

function programPid(payload: Uint8Array): number | null {
  const section = sectionOf(payload);
  for (let at = 8; at + 4 <= section.length - 4; at += 4) {
    const program = ((section[at] ?? 0) << 8) | (section[at + 1] ?? 0);
    if (program !== 0) return (((section[at + 2] ?? 0) & 31) << 8) | (section[at + 3] ?? 0);
  }
  return null;
}

function readProgram(notebook: Notebook, streams: Streams, payload: Uint8Array): void {
  const section = sectionOf(payload);
  const skipped = (((section[10] ?? 0) & 15) << 8) | (section[11] ?? 0);
  let at = 12 + skipped;
  let hasSound = false;
  while (at + 5 <= section.length - 4) {
    const kind = STREAM_TYPES[section[at] ?? 0];
    const pid = (((section[at + 1] ?? 0) & 31) << 8) | (section[at + 2] ?? 0);
    if (kind === 'aac') hasSound = true;
    else if (kind !== undefined && streams.video === null) [streams.video, streams.videoPid] = [kind, pid];
    at += 5 + ((((section[at + 3] ?? 0) & 15) << 8) | (section[at + 4] ?? 0));
  }
  notebook.see('audio.present', hasSound, 'PMT');
}

/** Who runs the service (ETSI EN 300 468 §6.2.33): programs write their own name there. */
function noteService(notebook: Notebook, { payload, offset }: TransportPacket): void {
  const section = sectionOf(payload);
  let at = 16;
  while (at + 2 <= section.length) {
    const [tag, length] = [section[at] ?? 0, section[at + 1] ?? 0];
    const body = section.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    if (tag !== SERVICE_DESCRIPTOR) continue;
    const providerEnd = 2 + (body[1] ?? 0);
    const name = body.subarray(providerEnd + 1, providerEnd + 1 + (body[providerEnd] ?? 0));
    notebook.see('ts.provider', latin1Text(body.subarray(2, providerEnd)), 'SDT', offset);
    notebook.see('ts.service', latin1Text(name), 'SDT', offset);
    return;
  }
}

/** The first packet has the head of the elementary packet in front. */
function collect(streams: Streams, { payload, isStart, offset }: TransportPacket): void {
  if (streams.at === null && !isStart) return;
  const head = isStart ? PES_HEAD_BYTES + (payload[PES_HEAD_BYTES - 1] ?? 0) : 0;
  streams.at ??= offset + head;
  const part = payload.subarray(head);
  streams.payload.push(part);
  streams.bytes += part.length;
}
