import type { OutputInfo, Sharp } from 'sharp';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import { RESOLUTION_LIMITS } from './limits.ts';
import { mostPixels } from './read-resolution.ts';
import type { PixelWindow } from './types.ts';

export interface DecodedPicture {
  window: PixelWindow;
  /** The file has further frames or pages. */
  isFirstFrame: boolean;
}

/** Codecs that work in blocks of 16 by 16; the others in 8 by 8, or in none. */
const GRID_16: ReadonlySet<MediaType> = new Set<MediaType>(['image/webp', 'image/avif']);
/** The measured part begins on the grid of every codec. */
const GRID_STEP = 16;
const MILLISECONDS = 1_000;

/**
 * The pixels in the middle of a picture, as they are stored: neither turned nor resized, over white, in sRGB with 8 bits. Of
 * several frames the first. Native code reads untrusted bytes here: only the process that does nothing else calls it.
 */
export async function decodeWindow(
  input: string | Uint8Array,
  mediaType: MediaType,
): Promise<DecodedPicture | 'not_decodable' | 'too_many_pixels'> {
  const { default: sharp } = await import('sharp');
  // One picture at a time: a cache would only hold memory, and threads would take the time of others.
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    // Only the header is read, so its size does not matter yet.
    const { width, height, pages = 1, isProgressive } = await sharp(input, UNBOUNDED).metadata();
    const limitInputPixels = mostPixels(mediaType, isProgressive);
    if (width * height > limitInputPixels) return 'too_many_pixels';
    const place = middle(width, height);
    const decode = (failOn: FailOn): ReturnType<typeof toRawBuffer> =>
      toRawBuffer(sharp(input, { failOn, limitInputPixels, sequentialRead: true, pages: 1 }).extract(place));
    const { data, info } = await (mediaType === 'image/jpeg' ? decodeJpeg(decode) : decode('error'));
    if (info.width !== place.width || info.height !== place.height) return 'not_decodable';
    const { left, top } = place;
    const size = { width: info.width, height: info.height, left, top, imageWidth: width, imageHeight: height };
    const codecGrid = GRID_16.has(mediaType) ? 16 : 8;
    return { window: { data: coloured(data, info.channels), ...size, codecGrid }, isFirstFrame: pages > 1 };
  } catch (error) {
    // The decoder has one kind of error for everything that can be wrong with a picture.
    if (error instanceof Error) return 'not_decodable';
    throw error;
  }
}

type FailOn = 'error' | 'warning';

function toRawBuffer(image: Sharp): Promise<{ data: Buffer; info: OutputInfo }> {
  return image
    .timeout({ seconds: LIMITS.resolutionMs / MILLISECONDS })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Warnings of libjpeg about what changes no pixel: bytes between markers, and how a header is written. */
const HARMLESS = /extraneous bytes before marker|Invalid SOS parameters|JFIF major revision|Adobe marker/;

/**
 * What is missing from a JPEG, its decoder fills with grey and only warns of it. Such pixels say nothing about the picture; other
 * warnings do not matter, and real files have them.
 */
async function decodeJpeg<Decoded>(decode: (failOn: FailOn) => Promise<Decoded>): Promise<Decoded> {
  try {
    return await decode('warning');
  } catch (error) {
    if (error instanceof Error && HARMLESS.test(error.message)) return decode('error');
    throw error;
  }
}

/** Three bytes a pixel, also of a grey picture. */
function coloured(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return new Uint8Array(data.buffer, data.byteOffset, data.length);
  const pixels = data.length / channels;
  const rgb = new Uint8Array(pixels * 3);
  for (let at = 0; at < pixels; at += 1) rgb.fill(data[at * channels] ?? 0, at * 3, at * 3 + 3);
  return rgb;
}

const UNBOUNDED = { limitInputPixels: false, pages: 1 } as const;

/** The part in the middle that is measured; the whole of a picture that is small enough. */
function middle(width: number, height: number): { left: number; top: number; width: number; height: number } {
  const across = side(width);
  const down = side(height);
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

function side(whole: number): { start: number; length: number } {
  const length = Math.min(whole, RESOLUTION_LIMITS.windowSide);
  const start = Math.floor((whole - length) / 2 / GRID_STEP) * GRID_STEP;
  return { start, length };
}
