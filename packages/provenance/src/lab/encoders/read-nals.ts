import { toHex } from '../../bytes/hex.ts';
import { decodeH264Pps } from '../bits/h264-pps.ts';
import { decodeH264Sps } from '../bits/h264-sps.ts';
import { decodeHevcSps } from '../bits/hevc-sps.ts';
import { withoutEscapes, type Nal } from '../bits/nal.ts';
import { seiMessages, USER_DATA_UNREGISTERED, userData } from '../bits/sei.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { SEI_UUID } from './known-messages.ts';
import type { VideoStream } from './video-stream.ts';
import { readX264Settings } from './x264-settings.ts';

/** Where units were read, for what is noted of them. */
export interface NalPlace {
  path: string;
  /** Of the bytes that were split into units, from the start of the file. */
  offset: number;
  /** Configuration and first sample say what the stream is; later ones only whether it changes. */
  from: 'config' | 'first' | 'later';
}

const H264 = { sei: 6, sps: 7, pps: 8 } as const;
const HEVC = { sps: 33, pps: 34, seiPrefix: 39, seiSuffix: 40 } as const;
const H264_PICTURE_MAX = 5;
const HEVC_PICTURE_MAX = 31;
/** MPEG-2 Systems wrote its own text behind another type. */
const MAINCONCEPT_TYPE = 32;

/** Notes what the units of a sample or a configuration tell of the encoder, up to the picture itself. */
export function readNals(notebook: Notebook, stream: VideoStream, nals: readonly Nal[], place: NalPlace): void {
  const types: number[] = [];
  for (const [index, nal] of nals.entries()) {
    const type = nalType(stream, nal);
    types.push(type);
    const at = { path: `${place.path}/nal[${index}]`, offset: place.offset + nal.offset, from: place.from };
    notebook.attempt(() => readNal(notebook, stream, { nal, type }, at));
    if (isPicture(stream, type)) break;
  }
  if (place.from === 'first' && types.length > 0) notebook.see('nal.first', types.join(','), place.path, place.offset);
}

function nalType({ codec }: VideoStream, { bytes }: Nal): number {
  const first = bytes[0] ?? 0;
  return codec === 'h264' ? first & 31 : (first >> 1) & 63;
}

function isPicture({ codec }: VideoStream, type: number): boolean {
  return codec === 'h264' ? type > 0 && type <= H264_PICTURE_MAX : type <= HEVC_PICTURE_MAX;
}

interface TypedNal {
  nal: Nal;
  type: number;
}

function readNal(notebook: Notebook, stream: VideoStream, { nal, type }: TypedNal, place: NalPlace): void {
  if (stream.codec === 'h264') {
    if (type === H264.sei) readMessages(notebook, stream, withoutEscapes(nal.bytes.subarray(1)), place);
    else if (type === H264.sps) readSps(notebook, stream, nal, place);
    else if (type === H264.pps) readPps(notebook, stream, nal, place);
    return;
  }
  const isMessage = type === HEVC.seiPrefix || type === HEVC.seiSuffix;
  if (isMessage) readMessages(notebook, stream, withoutEscapes(nal.bytes.subarray(2)), place);
  else if (type === HEVC.sps) readHevcSps(notebook, stream, nal, place);
}

function readHevcSps(notebook: Notebook, stream: VideoStream, nal: Nal, { path, offset, from }: NalPlace): void {
  const isAgain = isRepeated(notebook, stream, nal, { path, offset, from });
  if (!isAgain) notebook.see('sps.profile', decodeHevcSps(nal.bytes).profile, path, offset);
}

/** Whether there was a sequence parameter set before; another one than the first is another stream's. */
function isRepeated(notebook: Notebook, stream: VideoStream, nal: Nal, { path, offset, from }: NalPlace): boolean {
  const hex = toHex(nal.bytes);
  if (stream.sets.sps === null) {
    stream.sets.sps = hex;
    return false;
  }
  if (from === 'first') notebook.see('nal.repeated_sets', true, path, offset);
  if (nal.whole && stream.sets.sps !== hex) stream.hasOtherSets = true;
  return true;
}

function readSps(notebook: Notebook, stream: VideoStream, nal: Nal, place: NalPlace): void {
  const { path, offset } = place;
  if (isRepeated(notebook, stream, nal, place)) return;
  const sps = decodeH264Sps(nal.bytes);
  stream.sps = sps;
  notebook.see('sps.profile', sps.profile, path, offset);
  notebook.see('sps.frame_number_bits', sps.frameNumBits, path, offset);
  notebook.see('sps.picture_order', `${sps.pocType}/${sps.pocBits ?? '-'}`, path, offset);
}

function readPps(notebook: Notebook, stream: VideoStream, nal: Nal, { path, offset }: NalPlace): void {
  const hex = toHex(nal.bytes);
  if (stream.sets.pps !== null) {
    if (nal.whole && stream.sets.pps !== hex) stream.hasOtherSets = true;
    return;
  }
  stream.sets.pps = hex;
  const pps = decodeH264Pps(nal.bytes);
  stream.pps = pps;
  if (pps !== null) notebook.see('pps.qp', pps.initialQp, path, offset);
}

function readMessages(notebook: Notebook, stream: VideoStream, rbsp: Uint8Array, place: NalPlace): void {
  const messages = seiMessages(rbsp);
  if (place.from === 'first' && messages.length > 0) {
    notebook.see('sei.types', messages.map(({ type }) => type).join(','), place.path, place.offset);
  }
  for (const [index, { type, payload }] of messages.entries()) {
    const path = `${place.path}/sei[${index}]`;
    if (type === USER_DATA_UNREGISTERED) readUserData(notebook, stream, payload, { ...place, path });
    else if (type === MAINCONCEPT_TYPE) readMainConcept(notebook, payload, { ...place, path });
  }
}

function readMainConcept(notebook: Notebook, payload: Uint8Array, { path, offset }: NalPlace): void {
  const text = new TextDecoder('latin1').decode(payload.subarray(0, LAB_LIMITS.shownChars));
  const at = text.indexOf('produced by MainConcept');
  if (at !== -1) notebook.see('sei.user_data', `type 32 ${text.slice(at).split('\0')[0] ?? ''}`, path, offset);
}

function readUserData(notebook: Notebook, stream: VideoStream, payload: Uint8Array, place: NalPlace): void {
  const message = userData(payload);
  if (message === null) return;
  const { path, offset, from } = place;
  if (from !== 'later') noteMessage(notebook, stream, message, { path, offset });
  // Encoders whose message is binary change it from picture to picture.
  else if (message.text !== '' && stream.firstText !== null && message.uuid === SEI_UUID.x264) {
    if (message.text !== stream.firstText) stream.hasOtherText = true;
  }
}

function noteMessage(
  notebook: Notebook,
  stream: VideoStream,
  { uuid, text }: { uuid: string; text: string },
  { path, offset }: { path: string; offset: number },
): void {
  notebook.see('sei.uuid', uuid, path, offset);
  notebook.see('sei.user_data', `${uuid} ${text}`.trim(), path, offset);
  if (uuid === SEI_UUID.x265 && text.startsWith('x265'))
    notebook.see('x265.settings', text.includes('options:'), path, offset);
  if (uuid !== SEI_UUID.x264) return;
  stream.firstText ??= text;
  stream.settings ??= readX264Settings(text);
}
