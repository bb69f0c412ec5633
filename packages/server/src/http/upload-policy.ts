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

/** One file with an API key: more for a video, as `isVideo` tells from the first bytes, than for anything else. */
export function apiUploadPolicy(limits: ServerLimits, isVideo: (firstBytes: Uint8Array) => boolean): UploadPolicy {
  return {
    maxFiles: 1,
    maxTotalBytes: Math.max(limits.uploadVideoBytes, limits.uploadFileBytes),
    limitFor: (firstBytes) => (isVideo(firstBytes) ? limits.uploadVideoBytes : limits.uploadFileBytes),
  };
}

/** One file to sign: the engine builds the signed copy in memory, whatever kind of file it is. */
export function signUploadPolicy(limits: ServerLimits): UploadPolicy {
  return { maxFiles: 1, maxTotalBytes: limits.signFileBytes, limitFor: () => limits.signFileBytes };
}

/** Several files without a key. */
export function anonymousUploadPolicy(limits: ServerLimits): UploadPolicy {
  return {
    maxFiles: limits.anonymousFiles,
    maxTotalBytes: limits.anonymousTotalBytes,
    limitFor: () => limits.anonymousFileBytes,
  };
}

/** One file without a key, from a form that works without a script. */
export function anonymousFormPolicy(limits: ServerLimits): UploadPolicy {
  const { anonymousFileBytes } = limits;
  return { maxFiles: 1, maxTotalBytes: anonymousFileBytes, limitFor: () => anonymousFileBytes };
}
