import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { decodeXmlText } from '../text-decoding.ts';
import { readXml } from '../xml.ts';
import type { Box } from './boxes.ts';

/** Type of the handler beside Sony's XML. */
export const REAL_TIME_HANDLER = 'nrtm';
const NAMES = new Set(['manufacturer', 'modelName']);
/** In `NonRealTimeMeta`. */
const DEVICE = 'Device';
const DEVICE_DEPTH = 2;
const FULL_BOX_BYTES = 4;

/**
 * The device that Sony's cameras name in an XML box (XAVC, NonRealTimeMeta): `<path>/Device`, with `manufacturer` and
 * `modelName` as keys. Both stand for the whole document, as XML values have no place of their own.
 */
export function readRealTimeMeta(source: MediaSource, sink: MetadataSink, box: Box, path: string): void {
  const start = Math.min(box.contentStart + FULL_BOX_BYTES, box.end);
  const length = box.end - start;
  const offset = source.fileOffset(start);
  if (length > LIMITS.mediaOpaqueBytes) throw new LimitError(path, offset);
  let isFound = false;
  readXml(
    xmlOf(source.bytes(start, length, path)),
    { what: path, offset },
    {
      open({ local, depth, attributes }) {
        if (isFound || local !== DEVICE || depth !== DEVICE_DEPTH) return;
        isFound = true;
        for (const { local: key, value } of attributes) {
          if (!NAMES.has(key)) continue;
          const bytes = new TextEncoder().encode(value);
          const item = { kind: 'entry', path: `${path}/${DEVICE}`, key, encoding: 'utf-8' } as const;
          sink.add({ ...item, offset, length, bytes, intact: box.intact });
        }
      },
    },
  );
}

/** Without the zeros that pad the box. */
function xmlOf(bytes: Uint8Array): string {
  const text = decodeXmlText(bytes);
  return text.slice(0, text.lastIndexOf('>') + 1);
}
