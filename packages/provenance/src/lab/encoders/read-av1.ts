import { toHex } from '../../bytes/hex.ts';
import { decodeAv1Sequence, leb128, OBU, obusIn } from '../bits/av1.ts';
import type { Notebook } from '../notebook.ts';

const HEADER_SHOWN_BYTES = 16;
const METADATA_NAMES: readonly string[] = ['reserved', 'hdr_cll', 'hdr_mdcv', 'scalability', 'itut_t35', 'timecode'];

/** AV1 has no text of its encoder: its sequence header, and how pictures are packed, are all there is. */
export function readAv1(
  notebook: Notebook,
  bytes: Uint8Array,
  path: string,
  offset: number,
  countFrames = false,
): void {
  const obus = obusIn(bytes);
  for (const { type, payload, offset: at } of obus) {
    if (type === OBU.sequenceHeader) {
      const sequence = decodeAv1Sequence(payload);
      const size = sequence === null ? '' : ` ${sequence.width}x${sequence.height}`;
      const shown = toHex(payload.subarray(0, HEADER_SHOWN_BYTES));
      notebook.see('av1.sequence', `${shown}${size}`, path, offset + at);
    }
    if (type === OBU.metadata) {
      const kind = leb128(payload, 0)?.value ?? 0;
      notebook.see('av1.metadata', METADATA_NAMES[kind] ?? 'private', path, offset + at);
    }
  }
  if (!countFrames) return;
  const frames = obus.filter(({ type }) => type === OBU.frame || type === OBU.frameHeader).length;
  if (frames > 0) notebook.see('av1.frames_packed', frames, path, offset);
}
