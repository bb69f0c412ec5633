import type { ServerLimits } from '../shared/limits.ts';

/** The memory that uploads of one process hold together, in bytes. */
export interface UploadMemory {
  readonly usedBytes: number;
  /** Takes the bytes and answers how to give them back; undefined when they are too many for one body, or no longer free. */
  reserve(bytes: number): (() => void) | undefined;
}

export function createUploadMemory(
  limits: Pick<ServerLimits, 'uploadMemoryBodyBytes' | 'uploadMemoryBytes'>,
): UploadMemory {
  let usedBytes = 0;
  return {
    get usedBytes() {
      return usedBytes;
    },
    reserve: (bytes) => {
      if (bytes > limits.uploadMemoryBodyBytes || usedBytes + bytes > limits.uploadMemoryBytes) return undefined;
      usedBytes += bytes;
      let isHeld = true;
      return () => {
        if (isHeld) usedBytes -= bytes;
        isHeld = false;
      };
    },
  };
}
