import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../bytes/match.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from './media-types.ts';
import { sniffAdts, sniffId3, sniffMpegAudio } from './sniff/audio.ts';
import { sniffBmff } from './sniff/bmff.ts';
import { sniffAiff, sniffAsf } from './sniff/chunked-sound.ts';
import { JXL_CODESTREAM } from './sniff/marks.ts';
import { sniffManifestStore } from './sniff/manifest-store.ts';
import { sniffBmp, sniffIcon, sniffJpeg2000, sniffPsd, sniffTga } from './sniff/pictures.ts';
import { sniffRawPhotograph } from './sniff/raw-photographs.ts';
import { sniffEbml, sniffFlv, sniffTransportStream } from './sniff/streams.ts';
import { sniffHtml, sniffSvg } from './sniff/markup.ts';
import { sniffText } from './sniff/text.ts';
import { sniffTiff } from './sniff/tiff.ts';
import { SniffWindow } from './sniff/window.ts';
import { sniffZipDocument } from './sniff/zip.ts';

type Probe = (window: SniffWindow) => MediaType | null;

/**
 * How types are told apart, in order; the first match counts.
 *
 * A file may be valid as several types (a polyglot). One answer is given for all readers: marks that must stand at the
 * first byte come before those that may stand later, and what players open most readily comes before the rest. So a
 * JPEG with a PDF after it is a JPEG. Text, which has no mark, comes last but for TGA, which
 * has none either and is told by its header alone.
 */
const PROBES: readonly Probe[] = [
  magic('image/jpeg', [0xff, 0xd8, 0xff]),
  magic('image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  ({ head }) => (hasAscii(head, 0, 'GIF87a') || hasAscii(head, 0, 'GIF89a') ? 'image/gif' : null),
  sniffRiff,
  sniffTiff,
  sniffRawPhotograph,
  sniffManifestStore,
  sniffBmff,
  magic('image/jxl', JXL_CODESTREAM),
  sniffJpeg2000,
  sniffPsd,
  sniffBmp,
  sniffIcon,
  sniffAiff,
  sniffAsf,
  ({ head }) => (hasAscii(head, 0, 'fLaC') ? 'audio/flac' : null),
  ({ head }) => (hasAscii(head, 0, 'OggS\0') ? 'audio/ogg' : null),
  sniffZipDocument,
  sniffEbml,
  sniffFlv,
  sniffId3,
  sniffSvg,
  sniffPdf,
  sniffTransportStream,
  sniffMpegAudio,
  sniffAdts,
  sniffHtml,
  sniffText,
  sniffTga,
];

/**
 * Decides what a file is from its bytes alone. Null when it is none of the known types.
 *
 * Says what a file claims to be, not that it is well formed. Reads at most `LIMITS.sniffBytes`, never throws on content;
 * errors of the source come through.
 */
export function sniff(source: RandomAccess): MediaType | null {
  const window = new SniffWindow(source);
  for (const probe of PROBES) {
    const type = attempt(probe, window);
    if (type !== null) return type;
  }
  return null;
}

/** A header that cannot be decoded is not of the probe's type; another probe may still know the file. */
function attempt(probe: Probe, window: SniffWindow): MediaType | null {
  try {
    return probe(window);
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function magic(type: MediaType, bytes: readonly number[]): Probe {
  return ({ head }) => (hasBytes(head, 0, bytes) ? type : null);
}

/** RIFF, its big-endian form, and the 64-bit forms of audio (EBU Tech 3306, ITU-R BS.2088). */
function sniffRiff({ head }: SniffWindow): MediaType | null {
  const plain = hasAscii(head, 0, 'RIFF');
  if (plain && hasAscii(head, 8, 'WEBP')) return 'image/webp';
  if (plain && hasAscii(head, 8, 'AVI ')) return 'video/x-msvideo';
  const audio = plain || ['RIFX', 'RF64', 'BW64'].some((mark) => hasAscii(head, 0, mark));
  return audio && hasAscii(head, 8, 'WAVE') ? 'audio/wav' : null;
}

function sniffPdf({ head }: SniffWindow): MediaType | null {
  const start = head.subarray(0, LIMITS.sniffPdfHeaderBytes);
  return Buffer.from(start.buffer, start.byteOffset, start.length).includes('%PDF-') ? 'application/pdf' : null;
}
