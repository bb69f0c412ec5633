import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import { attemptAt } from './attempt-at.ts';
import { addExifBlock } from './exif.ts';
import { readId3 } from './id3.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataKind } from './metadata-item.ts';
import type { MetadataSink } from './metadata-sink.ts';
import {
  isOpenData,
  readRiffChunk,
  readRiffHeader,
  RIFF_LIST_HEAD_BYTES,
  type RiffChunk,
  type RiffFile,
} from './riff-chunks.ts';
import { storedValue, trimZeros } from './stored-value.ts';

type ChunkKind = MetadataKind | 'id3' | 'bext';

/** What the chunks of all forms hold; the others are skipped. */
const CHUNKS: ReadonlyMap<string, ChunkKind> = new Map([
  ['XMP ', 'xmp'],
  ['_PMX', 'xmp'],
  ['EXIF', 'exif'],
  ['AIGC', 'entry'],
  ['aigc', 'entry'],
  ['id3 ', 'id3'],
  ['ID3 ', 'id3'],
  ['bext', 'bext'],
  ['iXML', 'opaque'],
  ['aXML', 'opaque'],
  ['axml', 'opaque'],
]);

/** Texts of the broadcast extension (EBU Tech 3285); the last reaches to the end of the chunk. */
const BROADCAST_TEXTS = [
  { key: 'Description', start: 0, length: 256 },
  { key: 'Originator', start: 256, length: 32 },
  { key: 'OriginatorReference', start: 288, length: 32 },
  { key: 'CodingHistory', start: 602, length: LIMITS.mediaItemBytes },
] as const;

/** In an `exif` list: binary, of any size; its beginning names the maker. */
const MAKER_NOTE = 'emnt';

interface Reading {
  source: MediaSource;
  sink: MetadataSink;
  file: RiffFile;
}

/** WebP, WAV (RIFX, RF64 and BW64 too) and AVI (with its further RIFF parts): metadata chunks, the INFO lists and Exif's. */
export function readRiff(source: MediaSource, sink: MetadataSink): void {
  const file = readRiffHeader(source);
  const stated = file.size === null ? source.size : RIFF_LIST_HEAD_BYTES - 4 + file.size;
  let offset = RIFF_LIST_HEAD_BYTES;
  // Chunks after the stated end are read too: writers that append often leave the outer size as it was.
  while (offset + 8 <= source.size) {
    const chunk = nextChunk({ source, sink, file }, offset, stated);
    if (chunk === null) return;
    offset = chunk.id === 'RIFF' ? chunk.data + 4 : chunk.end;
    attemptAt(source, sink, chunk.offset, () => readChunk({ source, sink, file }, chunk));
    if (isOpenData(source, chunk)) return;
  }
  if (offset > source.size + 1) sink.problem('damaged', 'RIFF chunk: not enough bytes', source.fileOffset(source.size));
}

/** Null when only garbage follows the stated end. */
function nextChunk({ source, file }: Reading, offset: number, stated: number): RiffChunk | null {
  try {
    return readRiffChunk(source, offset, source.size, file);
  } catch (error) {
    if (!(error instanceof DecodeError) || error instanceof LimitError || offset < stated) throw error;
    return null;
  }
}

function readChunk(reading: Reading, chunk: RiffChunk): void {
  const { source, sink } = reading;
  const { id, data, end } = chunk;
  if (id === 'LIST') {
    const type = latin1Text(source.upTo(data, 4, 'RIFF list'));
    if (type === 'INFO') readTexts(reading, chunk, 'LIST/INFO');
    // Exif of sound files (Exif 3.0 §5): device and circumstances, one text each.
    else if (type === 'exif') sink.attemptAside(() => readTexts(reading, chunk, 'LIST/exif'));
    return;
  }
  const kind = CHUNKS.get(id);
  if (kind === undefined) return;
  const length = chunk.size ?? end - data;
  if (kind === 'id3') {
    readId3(source.within(data, length), sink, id.trim());
    return;
  }
  const value = storedValue(source, data, length, 'RIFF chunk');
  if (kind === 'exif') addExifBlock(source, sink, { offset: data, path: id, value });
  else if (kind === 'bext') addBroadcastTexts(source, sink, data, value.bytes);
  else {
    const bytes = kind === 'entry' ? trimZeros(value.bytes) : value.bytes;
    const key = kind === 'entry' ? id : null;
    const offset = source.fileOffset(data);
    sink.add({ kind, path: id.trim(), key, offset, length: bytes.length, bytes, intact: value.intact });
  }
}

function readTexts({ source, sink, file }: Reading, list: RiffChunk, path: string): void {
  const end = Math.min(list.size === null ? list.end : list.data + list.size, source.size);
  let offset = list.data + 4;
  while (offset + 8 <= end) {
    const chunk = readRiffChunk(source, offset, end, file);
    attemptAt(source, sink, chunk.offset, () => {
      const size = chunk.size ?? end - chunk.data;
      const isNote = path === 'LIST/exif' && chunk.id === MAKER_NOTE;
      const wanted = isNote ? Math.min(size, LIMITS.makerHeadBytes) : size;
      const { bytes, intact } = storedValue(source, chunk.data, wanted, 'INFO text');
      const text = isNote ? bytes : trimZeros(bytes);
      const at = source.fileOffset(chunk.data);
      const isWhole = intact && chunk.data + bytes.length <= end;
      const item = { kind: isNote ? 'opaque' : 'entry', path, key: chunk.id, intact: isWhole } as const;
      sink.add({ ...item, offset: at, length: text.length, bytes: text });
    });
    offset = chunk.end;
  }
}

function addBroadcastTexts(source: MediaSource, sink: MetadataSink, data: number, bytes: Uint8Array): void {
  for (const { key, start, length } of BROADCAST_TEXTS) {
    const text = trimZeros(bytes.subarray(start, start + length));
    if (text.length === 0) continue;
    const offset = source.fileOffset(data + start);
    sink.add({ kind: 'entry', path: 'bext', key, offset, length: text.length, bytes: text });
  }
}
