import { boxesIn, childrenOf, type Box } from '../media/bmff/boxes.ts';
import { metaContentStart } from '../media/bmff/meta.ts';
import type { MediaSource } from '../media/media-source.ts';
import { readCleanAperture } from './container-clues.ts';
import type { PictureSize } from './facts.ts';

/** Version and flags. */
const FULL_BOX_BYTES = 4;

/**
 * The size that a HEIF file (HEIC, AVIF) states for its primary item, before it is turned (`irot`) and after what is cut off
 * (`clap`). Null when it states none.
 * @throws {DecodeError} {LimitError} the structure is damaged, or the file's budget is spent
 */
export function heifSize(source: MediaSource): PictureSize | null {
  const meta = first(boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true }), 'meta');
  if (meta === null) return null;
  const parts = [...boxesIn(source, { start: metaContentStart(source, meta), end: meta.end, what: 'meta' })];
  const [primary, tables] = [first(parts, 'pitm'), first(parts, 'iprp')];
  if (primary === null || tables === null) return null;
  const item = readPrimaryItem(source, primary);
  const lists = [...childrenOf(source, tables, 'iprp')];
  const container = first(lists, 'ipco');
  if (container === null) return null;
  const indices = new Set(
    lists.filter(({ type }) => type === 'ipma').flatMap((list) => propertiesOf(source, list, item)),
  );
  const own = [...childrenOf(source, container, 'ipco')].filter((_, at) => indices.has(at + 1));
  const [size, aperture] = [first(own, 'ispe'), first(own, 'clap')];
  if (size === null) return null;
  const cursor = source.cursor(size.contentStart + FULL_BOX_BYTES, 8, 'ispe');
  const width = cursor.u32('ispe width');
  const whole = { width, height: cursor.u32('ispe height') };
  return (aperture === null ? null : readCleanAperture(source, aperture)) ?? whole;
}

function readPrimaryItem(source: MediaSource, { contentStart, end }: Box): number {
  const cursor = source.cursor(contentStart, Math.min(8, end - contentStart), 'pitm');
  const version = cursor.u8('pitm version');
  cursor.skip(3, 'pitm flags');
  return version === 0 ? cursor.u16('primary item') : cursor.u32('primary item');
}

/** Numbers of the properties of one item, from 1 (ISO/IEC 23008-12 §9.3.1); the high bit says that one is essential. */
function propertiesOf(source: MediaSource, { contentStart, end, start }: Box, item: number): number[] {
  const cursor = source.cursor(contentStart, end - contentStart, 'ipma');
  const version = cursor.u8('ipma version');
  cursor.skip(2, 'ipma flags');
  const isWide = (cursor.u8('ipma flags') & 1) === 1;
  const items = cursor.u32('ipma count');
  for (let row = 0; row < items; row += 1) {
    source.step('ipma', start);
    const id = version === 0 ? cursor.u16('item') : cursor.u32('item');
    const count = cursor.u8('properties');
    const found = Array.from({ length: count }, () =>
      isWide ? cursor.u16('property') & 0x7fff : cursor.u8('property') & 0x7f,
    );
    if (id === item) return found;
  }
  return [];
}

function first(boxes: Iterable<Box>, type: string): Box | null {
  for (const box of boxes) if (box.type === type) return box;
  return null;
}
