import { Cursor } from '../../bytes/cursor.ts';
import { hasBytes } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** Brands by what they mean for us. The first row that names the brand counts. */
const BRANDS: readonly { brand: RegExp; type: MediaType | 'image_collection' }[] = [
  { brand: /^(avif|avis)$/, type: 'image/avif' },
  { brand: /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs)$/, type: 'image/heic' },
  { brand: /^(mif1|mif2|msf1)$/, type: 'image_collection' },
  { brand: /^qt {2}$/, type: 'video/quicktime' },
  { brand: /^(M4A |M4B |M4P )$/, type: 'audio/mp4' },
  {
    brand:
      /^(mp4[12]|isom|iso[0-9a-f]|avc1|dash|cmf[acs2]|msdh|msix|M4V |M4VP|MSNV|mmp4|f4v |F4V |3g[2eghprst][0-9a-z])$/,
    type: 'video/mp4',
  },
  // Canon's raw photographs name isom as a compatible brand.
  { brand: /^crx $/, type: 'image/x-canon-cr3' },
];

/** Boxes that a file of the QuickTime kind may start with when it has no file type box (QTFF, 1991 to today). */
const PLAIN_QUICKTIME = new Set(['moov', 'mdat']);
const FILE_TYPE = new Set(['ftyp', 'styp']);
const PADDING = new Set(['free', 'skip', 'wide', 'pnot']);
/** Boxes a media segment may start with (ISO/IEC 14496-12 §8.16, 23009-1). */
const SEGMENT_START = new Set(['moof', 'sidx', 'emsg', 'prft']);

const JXL_CONTAINER = [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a];
const BOX_HEADER_BYTES = 16;
const BRANDS_BYTES = 1024;

export function sniffBmff(window: SniffWindow): MediaType | null {
  if (hasBytes(window.head, 0, JXL_CONTAINER)) return 'image/jxl';
  const box = firstTellingBox(window);
  if (box === null) return null;
  if (FILE_TYPE.has(box.type)) return typeByBrands(window, box);
  if (PLAIN_QUICKTIME.has(box.type)) return 'video/quicktime';
  return SEGMENT_START.has(box.type) ? 'video/mp4' : null;
}

/** Whether a file of the QuickTime kind begins, after padding, with its movie or its data. */
export function startsWithoutFileType(window: SniffWindow): boolean {
  const box = firstTellingBox(window);
  return box !== null && PLAIN_QUICKTIME.has(box.type);
}

/** The first box that is not padding; null when there is none, or nothing that could be a box. */
function firstTellingBox(window: SniffWindow): BoxHeader | null {
  let offset = 0;
  for (let boxes = 0; boxes < LIMITS.sniffSkips; boxes += 1) {
    const box = readHeader(window, offset);
    if (box === null || FILE_TYPE.has(box.type)) return box;
    // From here on the length must lie inside the file: otherwise prose with "free" as its fifth word would do.
    if (box.end > window.size) return null;
    if (!PADDING.has(box.type)) return box;
    offset = box.end;
  }
  return null;
}

interface BoxHeader {
  type: string;
  contentStart: number;
  end: number;
}

function readHeader(window: SniffWindow, offset: number): BoxHeader | null {
  const cursor = new Cursor(window.at(offset, BOX_HEADER_BYTES));
  if (cursor.remaining < 8) return null;
  const length = cursor.u32('box length');
  const type = cursor.fourCc('box type');
  if (length === 0) return { type, contentStart: offset + 8, end: window.size };
  if (length >= 8) return { type, contentStart: offset + 8, end: offset + length };
  if (length !== 1 || cursor.remaining < 8) return null;
  const long = cursor.u64('box length');
  return long < BOX_HEADER_BYTES ? null : { type, contentStart: offset + BOX_HEADER_BYTES, end: offset + long };
}

/** The major brand decides; only when it says nothing, the first compatible brand that does. */
function typeByBrands(window: SniffWindow, box: BoxHeader): MediaType | null {
  const cursor = new Cursor(window.at(box.contentStart, Math.min(box.end - box.contentStart, BRANDS_BYTES)));
  if (cursor.remaining < 8) return null;
  const brands = [cursor.fourCc('major brand')];
  cursor.skip(4, 'minor version');
  while (cursor.remaining >= 4) brands.push(cursor.fourCc('compatible brand'));
  for (const brand of brands) {
    const known = BRANDS.find((candidate) => candidate.brand.test(brand));
    if (known === undefined) continue;
    if (known.type !== 'image_collection') return known.type;
    // mif1 and msf1 say only "pictures in HEIF"; AVIF files may carry them as their major brand (AV1-AVIF §6.2).
    return brands.includes('avif') || brands.includes('avis') ? 'image/avif' : 'image/heif';
  }
  return null;
}
