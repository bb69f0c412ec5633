import { joinBytes, littleEndianBytes } from './number-bytes.ts';
import { OGG_CHECKSUM_AT, OGG_FLAGS, oggChecksum, type OggPage } from '../../media/ogg-page.ts';

const MAX_SEGMENTS = 255;

/**
 * Puts header packets on pages, on as many as there were where that is possible: then no other page of the stream needs
 * a new number.
 */
export function pageOggPackets(packets: readonly Uint8Array[], old: readonly OggPage[]): Uint8Array[] {
  const lacing = packets.flatMap(({ length }) => {
    return [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255];
  });
  const [first] = old;
  if (first === undefined) return [];
  const count = Math.max(Math.ceil(lacing.length / MAX_SEGMENTS), Math.min(old.length, lacing.length));
  const body = joinBytes(...packets);
  const pages: Uint8Array[] = [];
  let [segment, start, isContinued] = [0, 0, false];
  for (let index = 0; index < count; index += 1) {
    // Each page after this one gets at least one segment.
    const part = lacing.slice(segment, segment + Math.min(MAX_SEGMENTS, lacing.length - segment - (count - index - 1)));
    const length = part.reduce((sum, size) => sum + size, 0);
    const endsStream = index === count - 1 && old.at(-1)?.isLast === true;
    pages.push(
      makePage({
        flags: (isContinued ? OGG_FLAGS.continued : 0) | (endsStream ? OGG_FLAGS.last : 0),
        // No sound yet; minus one: no packet ends on the page.
        position: part.some((size) => size < 255) ? 0 : 0xff,
        serial: first.serial,
        sequence: first.sequence + index,
        lacing: part,
        body: body.subarray(start, start + length),
      }),
    );
    isContinued = part.at(-1) === 255;
    segment += part.length;
    start += length;
  }
  return pages;
}

interface NewPage {
  flags: number;
  position: number;
  serial: number;
  sequence: number;
  lacing: readonly number[];
  body: Uint8Array;
}

function makePage({ flags, position, serial, sequence, lacing, body }: NewPage): Uint8Array {
  const granule = new Uint8Array(8).fill(position);
  const numbers = [...littleEndianBytes(serial, 4), ...littleEndianBytes(sequence, 4), ...littleEndianBytes(0, 4)];
  const page = joinBytes('OggS', [0, flags], granule, numbers, [lacing.length], lacing, body);
  page.set(littleEndianBytes(oggChecksum(page), 4), OGG_CHECKSUM_AT);
  return page;
}
