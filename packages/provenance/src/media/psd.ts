import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { attemptAt } from './attempt-at.ts';
import { addExifBlock } from './exif.ts';
import { addIptcTexts } from './iptc.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue } from './stored-value.ts';

const HEADER_BYTES = 26;
const RESOURCE = { iptc: 1028, exif: 1058, exif3: 1059, xmp: 1060 } as const;

/** Photoshop documents: EXIF, XMP and IPTC among their image resources (Adobe Photoshop File Formats). */
export function readPsd(source: MediaSource, sink: MetadataSink): void {
  const colours = source.cursor(HEADER_BYTES, 4, 'PSD colour mode data').u32('PSD colour mode data');
  const resources = HEADER_BYTES + 4 + colours;
  const length = source.cursor(resources, 4, 'PSD image resources').u32('PSD image resources');
  const start = resources + 4;
  sink.attempt(() => walkResources(source, sink, { start, end: start + length }));
}

function walkResources(source: MediaSource, sink: MetadataSink, { start, end }: { start: number; end: number }): void {
  let at = start;
  while (at < end) {
    source.step('image resource', at);
    const head = source.upTo(at, 7, 'image resource');
    if (!hasAscii(head, 0, '8BIM') && !hasAscii(head, 0, 'MeSa')) {
      throw new DecodeError('image resource', source.fileOffset(at));
    }
    const id = (head[4] ?? 0) * 256 + (head[5] ?? 0);
    // The name with its length, and the data, are padded to an even number of bytes.
    const lengthAt = at + 6 + even(1 + (head[6] ?? 0));
    const length = source.cursor(lengthAt, 4, 'image resource').u32('image resource length');
    const data = lengthAt + 4;
    attemptAt(source, sink, data, () => readResource(source, sink, { id, data, length }));
    at = data + even(length);
  }
}

function readResource(
  source: MediaSource,
  sink: MetadataSink,
  { id, data, length }: { id: number; data: number; length: number },
): void {
  if (id === RESOURCE.xmp) {
    const { bytes, intact } = storedValue(source, data, length, 'PSD XMP');
    sink.add({ kind: 'xmp', path: '8BIM/XMP', offset: source.fileOffset(data), length: bytes.length, bytes, intact });
  } else if (id === RESOURCE.exif || id === RESOURCE.exif3) {
    const value = storedValue(source, data, length, 'PSD Exif');
    addExifBlock(source, sink, { offset: data, path: '8BIM/Exif', value });
  } else if (id === RESOURCE.iptc) {
    const { bytes, intact } = storedValue(source, data, length, 'PSD IPTC');
    const place = (from: number, to: number) => ({ offset: source.fileOffset(data + from), length: to - from });
    sink.attemptAside(() => addIptcTexts(source, sink, bytes, { path: '8BIM/IPTC', place, intact }));
  }
}

function even(length: number): number {
  return length + (length % 2);
}
