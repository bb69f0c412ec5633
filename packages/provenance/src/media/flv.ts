import { Cursor } from '../bytes/cursor.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import { attemptAt } from './attempt-at.ts';
import { readAmfString, walkAmfObject } from './amf0.ts';
import { FLV_SCRIPT, flvTags, type FlvTag } from './flv-tags.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue } from './stored-value.ts';

/** Script data whose strings are metadata: the stream's properties, and Adobe's XMP. */
const SCRIPT_NAMES = new Set(['onMetaData', 'onXMPData']);
const XMP_SCRIPT = 'onXMPData';
const XMP_KEY = 'liveXML';

/** Strings in the script data at the beginning of the file. */
export function readFlv(source: MediaSource, sink: MetadataSink): void {
  for (const tag of flvTags(source)) {
    if (tag.type !== FLV_SCRIPT) continue;
    if (tag.isEncrypted) sink.problem('encrypted', 'FLV script data', source.fileOffset(tag.data));
    else attemptAt(source, sink, tag.offset, () => readFlvScript(source, sink, tag));
  }
}

/** Strings of one script tag. @throws {DecodeError} not script data */
export function readFlvScript(source: MediaSource, sink: MetadataSink, { data, size }: FlvTag): void {
  const { bytes, intact } = storedValue(source, data, size, 'FLV script data');
  const cursor = new Cursor(bytes, { base: source.fileOffset(data) });
  const name = latin1Text(readAmfString(cursor));
  if (!SCRIPT_NAMES.has(name)) return;
  walkAmfObject(
    cursor,
    ({ names, text, offset }) => {
      if (text === null) return;
      const key = names.at(-1) ?? '';
      // The names of objects in between are the file's own and may be of any length.
      const path = names.length > 1 ? `script/${name}/object` : `script/${name}`;
      const isXmp = name === XMP_SCRIPT && key === XMP_KEY;
      const item = { kind: isXmp ? 'xmp' : 'entry', path, key: isXmp ? null : key, intact } as const;
      sink.add({ ...item, offset, length: text.length, bytes: text, encoding: isXmp ? null : 'utf-8' });
    },
    (offset) => source.step('AMF property', offset - source.fileOffset(0)),
  );
}
