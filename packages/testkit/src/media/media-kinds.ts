import type { Bytes } from '../bytes.ts';
import { buildFlac, buildMp3 } from './audio.ts';
import { buildMp4 } from './bmff.ts';
import { buildGif } from './gif.ts';
import { buildAvif, buildHeic, buildHeif } from './heif.ts';
import { buildJpeg } from './jpeg.ts';
import { buildJxl } from './jxl.ts';
import { buildMatroska } from './matroska.ts';
import type { SizeOption } from './padding.ts';
import { buildPng } from './png.ts';
import { buildAvi, buildWav, buildWebp } from './riff.ts';
import { buildPdf, buildSvg } from './text.ts';
import { buildDng, buildTiff } from './tiff.ts';

export interface MediaKind {
  mediaType: string;
  /** File name extension, without the dot. */
  extension: string;
  /** Whether the C2PA engine can write a manifest store into it. */
  engineSigns: boolean;
  build(options?: SizeOption): Bytes;
}

/** One small, valid, self-made file of every kind the product deals with. */
export const mediaKinds = {
  jpeg: kind('image/jpeg', 'jpg', buildJpeg),
  png: kind('image/png', 'png', buildPng),
  gif: kind('image/gif', 'gif', buildGif),
  webp: kind('image/webp', 'webp', buildWebp),
  tiff: kind('image/tiff', 'tiff', buildTiff),
  dng: kind('image/x-adobe-dng', 'dng', buildDng),
  svg: kind('image/svg+xml', 'svg', buildSvg),
  avif: kind('image/avif', 'avif', buildAvif),
  heic: kind('image/heic', 'heic', buildHeic),
  heif: kind('image/heif', 'heif', buildHeif),
  jxl: kind('image/jxl', 'jxl', buildJxl),
  mp4: kind('video/mp4', 'mp4', buildMp4),
  mov: kind('video/quicktime', 'mov', (options) => buildMp4({ ...options, brand: 'mov' })),
  m4a: kind('audio/mp4', 'm4a', (options) => buildMp4({ ...options, brand: 'm4a' })),
  avi: kind('video/avi', 'avi', buildAvi),
  wav: kind('audio/wav', 'wav', buildWav),
  mp3: kind('audio/mpeg', 'mp3', buildMp3),
  flac: kind('audio/flac', 'flac', buildFlac),
  pdf: kind('application/pdf', 'pdf', buildPdf),
  matroska: kind('video/x-matroska', 'mkv', buildMatroska, false),
} as const satisfies Record<string, MediaKind>;

export type MediaKindName = keyof typeof mediaKinds;

function kind(mediaType: string, extension: string, build: MediaKind['build'], engineSigns = true): MediaKind {
  return { mediaType, extension, engineSigns, build };
}
