import { FLAC_BLOCK, FLAC_BLOCK_HEADER_BYTES } from '../../media/flac.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { OGG_CHECKSUM_AT, OGG_SEQUENCE_AT, decodeOggPage, shiftedChecksum } from '../../media/ogg-page.ts';
import { hasBytes } from '../../bytes/match.ts';
import { bigEndianBytes, littleEndianBytes } from './number-bytes.ts';
import { readOggHeaders, type OggHeaders } from './ogg-headers.ts';
import { pageOggPackets } from './ogg-paging.ts';
import { applySplices, type Splice } from './splice.ts';
import { planVorbisComments } from './vorbis-edit.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';

/** Ogg: a comment of the first stream of sound (TC260-PG-202510A); the other streams lose theirs. */
export function writeOgg(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const streams = readOggHeaders(source);
  const target = streams.find(({ codec }) => codec.name !== 'theora');
  if (target === undefined) throw new LabelWriteError('unsupported_carrier', 'no stream of sound that is known');
  const splices = streams.flatMap((stream) => planStream(source, stream, stream === target ? json : null, isLabel));
  return { splices, location: `Ogg/${target.codec.name}`, isFallback: false };
}

function planStream(source: MediaSource, stream: OggHeaders, json: string | null, isLabel: LabelTest): Splice[] {
  const packets = withNewComments(source, stream, json, isLabel);
  if (packets === null) return [];
  const old = stream.pages;
  const pages = pageOggPackets(packets, old);
  const isSameCount = pages.length === old.length;
  const splices = old.map(({ offset, length }, index): Splice => {
    const parts = isSameCount ? pages.slice(index, index + 1) : index === 0 ? pages : [];
    return { offset, removed: length, inserted: new Uint8Array(Buffer.concat(parts)) };
  });
  if (!isSameCount) splices.push(...renumber(source, stream, pages.length - old.length));
  return splices;
}

/** Null when nothing changes. */
function withNewComments(
  source: MediaSource,
  { codec, packets, pages }: OggHeaders,
  json: string | null,
  isLabel: LabelTest,
): Uint8Array[] | null {
  const isFlac = codec.name === 'flac';
  const index = isFlac ? packets.findIndex(([first = 0]) => (first & 0x7f) === FLAC_BLOCK.vorbisComment) : 0;
  const packet = packets[index];
  if (packet === undefined || !hasBytes(packet, 0, codec.prefix)) {
    throw new LabelWriteError('media_unreadable', 'no Ogg comment header');
  }
  const skip = isFlac ? FLAC_BLOCK_HEADER_BYTES : codec.prefix.length;
  const comments = packet.subarray(skip);
  const changes = planVorbisComments(source.over(comments, pages[0]?.offset ?? 0), json, isLabel);
  if (changes.length === 0) return null;
  const changed = applySplices(comments, changes);
  const head = packet.slice(0, skip);
  if (isFlac) head.set(bigEndianBytes(changed.length, 3), 1);
  return packets.with(index, new Uint8Array(Buffer.concat([head, changed])));
}

/** Gives the pages after the headers their new numbers, up to where a chained stream begins. */
function renumber(source: MediaSource, { serial, pages }: OggHeaders, shift: number): Splice[] {
  const splices: Splice[] = [];
  const last = pages.at(-1);
  let offset = last === undefined ? source.size : last.offset + last.length;
  while (offset < source.size) {
    const page = decodeOggPage(source, offset);
    if (page.serial === serial && page.isFirst) break;
    if (page.serial === serial) {
      const [before, after] = [littleEndianBytes(page.sequence, 4), littleEndianBytes(page.sequence + shift, 4)];
      const change = before.reduce((sum, byte, index) => (sum << 8) | (byte ^ (after[index] ?? 0)), 0);
      const checksum = shiftedChecksum(page.checksum, change, page.length - OGG_CHECKSUM_AT);
      const inserted = Uint8Array.from([...after, ...littleEndianBytes(checksum, 4)]);
      splices.push({ offset: offset + OGG_SEQUENCE_AT, removed: inserted.length, inserted });
    }
    offset += page.length;
  }
  return splices;
}
