import { LabelWriteError } from './writer.ts';

/** A number, high byte first. @throws {LabelWriteError} it does not fit */
export function numberBytes(value: number, width: number): number[] {
  if (value < 0 || (width < 8 && value >= 2 ** (8 * width))) {
    throw new LabelWriteError('no_room', `An offset or length does not fit into ${width} bytes`);
  }
  return Array.from({ length: width }, (_, index) => Math.floor(value / 2 ** (8 * (width - 1 - index))) % 256);
}

/** A box of ISO/IEC 14496-12 with a 32-bit length. Text is ASCII. */
export function makeBox(type: string, ...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
  return Buffer.concat([Buffer.from(numberBytes(content.length + 8, 4)), Buffer.from(type, 'latin1'), content]);
}

/** Version and flags of a full box, both 0 but for the version. */
export function fullBoxFields(version = 0): number[] {
  return [version, 0, 0, 0];
}
