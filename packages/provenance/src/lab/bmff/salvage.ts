import type { MediaSource } from '../../media/media-source.ts';
import { withoutEscapes } from '../bits/nal.ts';
import { seiMessages, USER_DATA_UNREGISTERED, userData } from '../bits/sei.ts';
import { KNOWN_UUIDS, SEI_UUID } from '../encoders/known-messages.ts';
import type { VideoStream } from '../encoders/video-stream.ts';
import { readX264Settings } from '../encoders/x264-settings.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import type { SampleRange } from './samples.ts';

const SIZE_BYTES_MAX = 12;

/** Searches the beginning of media data for the messages of known encoders, where no index leads to them. */
export function salvage(notebook: Notebook, source: MediaSource, range: SampleRange, stream?: VideoStream): void {
  const bytes = source.upTo(range.offset, Math.min(range.size, LAB_LIMITS.salvageBytes), 'media data');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let found = 0;
  for (const uuid of KNOWN_UUIDS) {
    const at = buffer.indexOf(Buffer.from(uuid.replaceAll('-', ''), 'hex'));
    if (at === -1 || found >= LAB_LIMITS.salvagedMessages) continue;
    const start = messageStart(bytes, at);
    if (start === -1) continue;
    found += 1;
    const [message] = seiMessages(withoutEscapes(bytes.subarray(start), LAB_LIMITS.rbspBytes));
    const text = message === undefined ? '' : (userData(message.payload)?.text ?? '');
    notebook.salvage('sei.uuid', uuid, 'mdat', range.offset + at);
    notebook.salvage('sei.user_data', `${uuid} ${text}`.trim(), 'mdat', range.offset + at);
    const settings = uuid === SEI_UUID.x264 ? readX264Settings(text) : null;
    if (settings !== null) notebook.salvage('x264.settings', settings.options.size > 0, 'mdat', range.offset + at);
    if (stream !== undefined && settings !== null) stream.settings ??= settings;
  }
}

/** The type byte before an identifier, with the size between them; -1 when it is no message. */
function messageStart(bytes: Uint8Array, at: number): number {
  for (let back = 2; back <= SIZE_BYTES_MAX && at - back >= 0; back += 1) {
    if (bytes[at - back] === USER_DATA_UNREGISTERED) return at - back;
    if (back > 2 && bytes[at - back + 1] !== 0xff) return -1;
  }
  return -1;
}
