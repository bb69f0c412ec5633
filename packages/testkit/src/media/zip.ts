import { crc32, deflateRawSync } from 'node:zlib';
import { concat, le16, le32, type Bytes, type Part } from '../bytes.ts';

export interface ZipEntry {
  name: string;
  content: Part;
  /** Default true. */
  deflated?: boolean;
  /** Sizes and CRC follow the data, as writers do that cannot seek. */
  descriptor?: boolean;
  /** What both records of the entry say instead of the truth; flags are added. */
  lies?: { size?: number; compressedSize?: number; crc?: number; flags?: number; method?: number; offset?: number };
}

const VERSION = 20;
const DESCRIPTOR_FLAG = 8;
const UTF8_FLAG = 0x800;
const DEFLATE = 8;
/** 1980-01-01. */
const DATE = 0x21;

/** A ZIP archive (APPNOTE 6.3) of the entries in their order. */
export function buildZip(entries: readonly ZipEntry[], { prefix = '', comment = '' } = {}): Bytes {
  const local: Bytes[] = [];
  const central: Bytes[] = [];
  let offset = 0;
  for (const { name, content, deflated = true, descriptor = false, lies = {} } of entries) {
    const plain = concat(content);
    const data = deflated ? concat(deflateRawSync(plain)) : plain;
    const path = concat(name);
    const flags = UTF8_FLAG | (descriptor ? DESCRIPTOR_FLAG : 0) | (lies.flags ?? 0);
    const method = le16(flags, lies.method ?? (deflated ? DEFLATE : 0), 0, DATE);
    const sizes = le32(lies.crc ?? crc32(plain), lies.compressedSize ?? data.length, lies.size ?? plain.length);
    const names = le16(path.length, 0);
    const head = concat('PK\u0003\u0004', le16(VERSION), method, descriptor ? le32(0, 0, 0) : sizes, names, path);
    const entry = concat(head, data, descriptor ? concat('PK\u0007\u0008', sizes) : []);
    local.push(entry);
    const rest = concat(le16(0, 0, 0), le32(0, lies.offset ?? offset), path);
    central.push(concat('PK\u0001\u0002', le16(VERSION, VERSION), method, sizes, names, rest));
    offset += entry.length;
  }
  const directory = concat(...central);
  return concat(prefix, ...local, directory, zipEnd(entries.length, directory.length, offset, comment));
}

/** The end record; its counts are the caller's, true or not. */
export function zipEnd(entries: number, directoryBytes: number, directoryOffset: number, comment = ''): Bytes {
  return concat(
    'PK\u0005\u0006',
    le16(0, 0, entries, entries),
    le32(directoryBytes, directoryOffset),
    le16(comment.length),
    comment,
  );
}
