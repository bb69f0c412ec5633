import type { ServerLimits } from '../shared/limits.ts';

/** How much one request may upload. */
export interface UploadPolicy {
  /** Largest number of files in the request. */
  readonly maxFiles: number;
  /** All files together, in bytes. */
  readonly maxTotalBytes: number;
  /** Limit of one file in bytes, by its first bytes (`sniffBytes` of them, fewer when the file is shorter). */
  readonly limitFor: (firstBytes: Uint8Array) => number;
}

/** Brands of ISO base media files that are images or sound, not video. */
const STILL_BRANDS = /^(?:heic|heix|heim|heis|mif1|mif2|miaf|avif|j2ki|jp2 |jpx |crx |M4A |M4B |M4P |f4a )$/;
const EBML = 0x1a45dfa3;
const ASF = 0x3026b275;
const MPEG_PROGRAM = 0x000001ba;
const MPEG_VIDEO = 0x000001b3;
const FLV = 0x464c5601;
const TRANSPORT_SYNC = 0x47;
const TRANSPORT_PACKET_BYTES = 188;

/**
 * Whether the first bytes look like a video container. Only the size limit depends on it: what the file really is, is
 * found out by the engine.
 */
export function looksLikeVideo(firstBytes: Uint8Array): boolean {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength);
  if (bytes.length < 12) return false;
  const box = bytes.toString('latin1', 4, 8);
  if (box === 'ftyp') return !STILL_BRANDS.test(bytes.toString('latin1', 8, 12));
  if (box === 'moov' || box === 'mdat' || box === 'wide' || box === 'styp' || box === 'moof') return true;
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return bytes.toString('latin1', 8, 12) === 'AVI ';
  const magic = bytes.readUInt32BE(0);
  if ([EBML, ASF, MPEG_PROGRAM, MPEG_VIDEO, FLV].includes(magic)) return true;
  // One sync byte is chance; three at the packet distance are a transport stream.
  return [0, 1, 2].every((packet) => bytes[packet * TRANSPORT_PACKET_BYTES] === TRANSPORT_SYNC);
}

/** One file with an API key: more for a video than for anything else. */
export function apiUploadPolicy(limits: ServerLimits): UploadPolicy {
  return {
    maxFiles: 1,
    maxTotalBytes: Math.max(limits.uploadVideoBytes, limits.uploadFileBytes),
    limitFor: (firstBytes) => (looksLikeVideo(firstBytes) ? limits.uploadVideoBytes : limits.uploadFileBytes),
  };
}

/** Several files without a key. */
export function anonymousUploadPolicy(limits: ServerLimits): UploadPolicy {
  return {
    maxFiles: limits.anonymousFiles,
    maxTotalBytes: limits.anonymousTotalBytes,
    limitFor: () => limits.anonymousFileBytes,
  };
}
