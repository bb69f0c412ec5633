import { LabelWriteError } from './writer.ts';

/** A number in that many bytes, highest first. @throws {LabelWriteError} `no_room` when it does not fit */
export function bigEndianBytes(value: number, width: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0 || (width < 8 && value >= 256 ** width)) {
    throw new LabelWriteError('no_room', `an offset or length does not fit into ${width} bytes`);
  }
  return Uint8Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** (width - 1 - index)) % 256);
}

/** The same, the lowest byte first. */
export function littleEndianBytes(value: number, width: number): Uint8Array {
  return bigEndianBytes(value, width).toReversed();
}

/** Joins bytes; text is ASCII. */
export function joinBytes(...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
}

/** A box of ISO/IEC 14496-12 with a 32-bit length. Text is ASCII. */
export function makeBox(type: string, ...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array {
  const content = joinBytes(...parts);
  return joinBytes(bigEndianBytes(content.length + 8, 4), type, content);
}

/** Version and flags of a full box, both 0 except the version. */
export function fullBoxFields(version = 0): number[] {
  return [version, 0, 0, 0];
}
