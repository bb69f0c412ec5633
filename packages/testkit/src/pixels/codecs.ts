import sharp from 'sharp';
import type { Picture } from './picture.ts';

/** `jpeg:85` is JPEG of quality 85, `palette:32` a PNG of 32 colours with dithering; `png` changes nothing. */
export type Codec = 'png' | `${'jpeg' | 'webp' | 'avif' | 'palette'}:${number}`;

/** The blocks that the codec works in, in pixels. */
export function codecGridOf(codec: Codec): 8 | 16 {
  return codec.startsWith('webp') || codec.startsWith('avif') ? 16 : 8;
}

/** The picture as it comes back from a file of this kind. */
export async function throughCodec(picture: Picture, codec: Codec): Promise<Picture> {
  return codec === 'png' ? picture : decodePicture(await encodePicture(picture, codec));
}

export async function encodePicture({ width, height, data }: Picture, codec: Codec): Promise<Buffer> {
  const raw = sharp(data, { raw: { width, height, channels: 3 } });
  const [kind, level] = codec.split(':');
  const quality = Number(level);
  switch (kind) {
    case 'jpeg':
      return raw.jpeg({ quality }).toBuffer();
    case 'webp':
      return raw.webp({ quality, effort: 2 }).toBuffer();
    case 'avif':
      return raw.avif({ quality, effort: 0 }).toBuffer();
    case 'palette':
      return raw.png({ palette: true, colours: quality, effort: 1 }).toBuffer();
    default:
      return raw.png({ compressionLevel: 1 }).toBuffer();
  }
}

/** The stored pixels of a file, or of its bytes: neither turned nor resized, on white. Of more than `mostPixels`, an error. */
export async function decodePicture(file: string | Uint8Array, mostPixels = 100_000_000): Promise<Picture> {
  const { data, info } = await sharp(file, { failOn: 'error', limitInputPixels: mostPixels })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, data };
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at++) rgb[at] = data[Math.trunc(at / 3) * channels] ?? 0;
  return { width, height, data: rgb };
}
