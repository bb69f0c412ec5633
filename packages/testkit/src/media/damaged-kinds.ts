import { be32, concat, copyBytes, indexOfBytes, le32, type Bytes, type Part } from '../bytes.ts';
import { jpegExif } from '../label/image-parts.ts';
import { truncate } from '../mutate.ts';
import { box } from './bmff.ts';
import { mediaKinds, type MediaKindName } from './media-kinds.ts';

/** `error`: nothing in it can be read. `partial`: other evidence is told, of the credential that it was not examined. */
export type DamagedAnswer = 'error' | 'partial' | 'no_place';

export interface DamagedFile {
  name: string;
  extension: string;
  answer: DamagedAnswer;
  bytes: Bytes;
}

interface Damage {
  /** Kept of the file: its mark, and not the places of a credential. */
  cut: number;
  /** Where a length or offset stands, and a number that leads out of the file. */
  lie: (whole: Bytes) => [offset: number, value: Part];
}

const FAR_BE = be32(0x7fff_fff0);
const FAR_LE = le32(0x7fff_fff0);
const at =
  (offset: number, value: Part): Damage['lie'] =>
  () => [offset, value];
const lengthOf =
  (type: string): Damage['lie'] =>
  (whole) => [indexOfBytes(whole, type) - 4, FAR_BE];

/** MP3 and FLAC are left out: what follows their tags is never read. */
const DAMAGES: Readonly<Partial<Record<MediaKindName, Damage>>> = {
  jpeg: { cut: 40, lie: at(4, [0xff, 0xff]) },
  png: { cut: 40, lie: at(33, FAR_BE) },
  gif: { cut: 40, lie: at(10, [0xf7]) },
  webp: { cut: 17, lie: at(4, FAR_LE) },
  tiff: { cut: 40, lie: at(4, FAR_LE) },
  dng: { cut: 40, lie: at(4, FAR_LE) },
  svg: { cut: 77, lie: (whole) => [whole.length - 7, '</gvs>'] },
  avif: { cut: 40, lie: lengthOf('meta') },
  heic: { cut: 40, lie: lengthOf('meta') },
  heif: { cut: 40, lie: lengthOf('meta') },
  jxl: { cut: 40, lie: lengthOf('jxlc') },
  mp4: { cut: 40, lie: lengthOf('moov') },
  mov: { cut: 40, lie: lengthOf('moov') },
  m4a: { cut: 40, lie: lengthOf('moov') },
  avi: { cut: 40, lie: at(4, FAR_LE) },
  wav: { cut: 40, lie: at(4, FAR_LE) },
  pdf: { cut: 40, lie: (whole) => [9, new Uint8Array(whole.length - 9)] },
};

/** Files of every kind, cut off and with one lying number, and forms that have no place for a credential at all. */
export function damagedFiles(): DamagedFile[] {
  const files = Object.entries(mediaKinds).flatMap(([name, media]): DamagedFile[] => {
    const damage = Object.entries(DAMAGES).find(([kind]) => kind === name)?.[1];
    if (damage === undefined) return [];
    const whole = media.build();
    const file = { extension: media.extension, answer: 'error' as const };
    return [
      { ...file, name: `${name}, cut off`, bytes: truncate(whole, damage.cut) },
      { ...file, name: `${name} with a lie`, bytes: overwrite(whole, ...damage.lie(whole)) },
    ];
  });
  const photograph = jpegExif({ tags: { Make: 'Canon\0', Model: 'Canon EOS R6\0' } });
  const mp4 = mediaKinds.mov.build();
  const movie = mp4.slice(new DataView(mp4.buffer).getUint32(0));
  return [
    ...files,
    {
      name: 'photograph, cut off',
      extension: 'jpg',
      answer: 'partial',
      bytes: truncate(photograph, photograph.length - 90),
    },
    { name: 'bare JPEG XL', extension: 'jxl', answer: 'no_place', bytes: concat([0xff, 0x0a], new Uint8Array(60)) },
    { name: 'QuickTime without ftyp', extension: 'mov', answer: 'no_place', bytes: copyBytes(movie) },
    {
      name: 'QuickTime from wide',
      extension: 'mov',
      answer: 'no_place',
      bytes: concat(box('wide'), box('mdat', new Uint8Array(40))),
    },
  ];
}

function overwrite(bytes: Bytes, offset: number, value: Part): Bytes {
  const out = copyBytes(bytes);
  out.set(concat(value), offset);
  return out;
}
