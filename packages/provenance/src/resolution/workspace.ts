import { makeFftTable, type Fft } from './signal/fft.ts';
import { createVectors, type Vectors } from './vectors/vectors.ts';

/**
 * Memory that one measurement after another uses again. Arrays are known by name, grow to what was asked for and never shrink;
 * all of them are bounded by the window (`limits.ts`). One workspace serves one measurement at a time.
 */
export interface Workspace {
  /** As it was left: whoever adds up clears first. */
  floats(name: string, length: number): Float64Array;
  /** All zero. */
  zeros(name: string, length: number): Float64Array;
  bytes(name: string, length: number): Uint8Array;
  integers(name: string, length: number): Int32Array;
  fft(size: number): Fft;
  /** Arrays that functions with vector instructions work on. They are taken anew for each window. */
  vectors: Vectors;
}

export function createWorkspace(): Workspace {
  const floats = keep((length) => new Float64Array(length));
  return {
    floats,
    zeros: (name, length) => floats(name, length).fill(0),
    bytes: keep((length) => new Uint8Array(length)),
    integers: keep((length) => new Int32Array(length)),
    fft: makeFftTable(),
    vectors: createVectors(),
  };
}

interface Resizable<T> {
  length: number;
  subarray(start: number, end: number): T;
}

function keep<T extends Resizable<T>>(make: (length: number) => T): (name: string, length: number) => T {
  const kept = new Map<string, T>();
  return (name, length) => {
    const known = kept.get(name);
    if (known !== undefined && known.length >= length) return known.subarray(0, length);
    const made = make(length);
    kept.set(name, made);
    return made;
  };
}
