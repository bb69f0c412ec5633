import { DecodeError } from '../bytes/decode-error.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** Length of the directory and `SEFT`, at the very end. */
const END_BYTES = 8;
/** `SEFH`, version and number of entries. */
const DIRECTORY_HEAD_BYTES = 12;
const ENTRY_BYTES = 12;
/** Type and length of the name. */
const BLOCK_HEAD_BYTES = 8;
const DIRECTORY_MAX_BYTES = 0x10000;

/**
 * The trailer of named values that phones of Samsung write after a picture: `SEFT` with each name as key. Values that are
 * too large for metadata (films, sound, depth) are skipped.
 *
 * @throws {LimitError} the file's budget is spent
 */
export function readSamsungTrailer(source: MediaSource, sink: MetadataSink): void {
  sink.attemptAside(() => readTrailer(source, sink));
}

function readTrailer(source: MediaSource, sink: MetadataSink): void {
  if (source.size < END_BYTES + DIRECTORY_HEAD_BYTES) return;
  const littleEndian = true;
  const endAt = source.size - END_BYTES;
  const end = source.within(endAt, END_BYTES).cursor(0, END_BYTES, 'SEFT', { littleEndian });
  const length = end.u32('SEFT length');
  if (end.fourCc('SEFT') !== 'SEFT') return;
  const start = endAt - length;
  if (length < DIRECTORY_HEAD_BYTES || length >= DIRECTORY_MAX_BYTES || start < 0) {
    throw new DecodeError('SEFT length', source.fileOffset(endAt));
  }
  const directory = source.cursor(start, length, 'SEFH', { littleEndian });
  if (directory.fourCc('SEFH') !== 'SEFH') throw new DecodeError('SEFH', source.fileOffset(start));
  directory.skip(4, 'SEFH version');
  const count = Math.min(directory.u32('SEFH count'), LIMITS.samsungTrailerEntries);
  for (let entry = 0; entry < count && directory.remaining >= ENTRY_BYTES; entry += 1) {
    directory.skip(4, 'SEFH type');
    const back = directory.u32('SEFH offset');
    const size = directory.u32('SEFH size');
    source.step('SEFH entry', start);
    if (back <= start && size <= back) sink.attempt(() => addBlock(source, sink, start - back, size));
  }
}

function addBlock(source: MediaSource, sink: MetadataSink, offset: number, size: number): void {
  const block = source.within(offset, size);
  const head = block.cursor(0, BLOCK_HEAD_BYTES, 'SEFT block', { littleEndian: true });
  head.skip(4, 'SEFT type');
  const nameBytes = head.u32('SEFT name length');
  const start = BLOCK_HEAD_BYTES + nameBytes;
  const length = size - start;
  if (nameBytes > LIMITS.samsungTrailerNameBytes || length < 0 || length > LIMITS.mediaOpaqueBytes) return;
  const key = latin1Text(block.bytes(BLOCK_HEAD_BYTES, nameBytes, 'SEFT name'));
  const bytes = block.bytes(start, length, 'SEFT value');
  sink.add({ kind: 'entry', path: 'SEFT', key, offset: block.fileOffset(start), length, bytes });
}
