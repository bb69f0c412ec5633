import { latin1Text } from '../../bytes/latin1-text.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import type { Box } from './boxes.ts';
import { emitRange } from './emit.ts';

/** Key, type, size of one value, and number of values (GPMF, "GPMF KLV"). */
const HEAD_BYTES = 8;
const ALIGNMENT = 4;
/** The structures of one device; all others are skipped. */
const DEVICE = 'DEVC';
/** Text: the name of the camera. */
const MODEL = 'MINF';
const PADDING = '\0\0\0\0';
const TEXT_TYPE = 0x63;
const NESTED_TYPE = 0;

/** GoPro's settings in user data: the camera's name as `<path>/GPMF` with `MINF` as key. */
export function readGpmf(source: MediaSource, sink: MetadataSink, box: Box, path: string): void {
  if (box.end - box.contentStart > LIMITS.mediaOpaqueBytes) return;
  let at = box.contentStart;
  while (at + HEAD_BYTES <= box.end) {
    source.step('GPMF', at);
    const head = source.cursor(at, HEAD_BYTES, 'GPMF');
    const key = latin1Text(head.slice(4, 'GPMF key'));
    if (key === PADDING) return;
    const type = head.u8('GPMF type');
    const length = head.u8('GPMF size') * head.u16('GPMF repeat');
    const start = at + HEAD_BYTES;
    if (key === MODEL && type === TEXT_TYPE) {
      const end = Math.min(start + length, box.end);
      const intact = box.intact && end === start + length;
      emitRange(source, sink, { kind: 'entry', path: `${path}/GPMF`, key, start, end, intact });
    }
    // The content of a device is read as if it stood here.
    const isDevice = key === DEVICE && type === NESTED_TYPE;
    at = start + (isDevice ? 0 : Math.ceil(length / ALIGNMENT) * ALIGNMENT);
  }
}
