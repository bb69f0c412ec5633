import type { BitReader } from './bit-reader.ts';

/** Usability information of a sequence (H.264 clause E.1.1), as far as encoders differ in it. */
export interface Vui {
  hasColour: boolean;
  timing: { units: number; scale: number; fixed: boolean } | null;
  /** A buffer model for a fixed channel: broadcast and hardware encoders state one. */
  hasHrd: boolean;
  restriction: Restriction | null;
}

interface Restriction {
  overBoundaries: boolean;
  bytesDenominator: number;
  bitsDenominator: number;
  reorderFrames: number;
  buffering: number;
}

const EXTENDED_SAR = 255;
const HRD_ENTRIES_MAX = 32;

/** @throws {DecodeError} it ends early */
export function readVui(bits: BitReader): Vui {
  if (bits.flag() && bits.u(8) === EXTENDED_SAR) bits.skip(32);
  if (bits.flag()) bits.skip(1);
  const hasColour = readSignalType(bits);
  if (bits.flag()) {
    bits.ue();
    bits.ue();
  }
  const timing = bits.flag() ? { units: bits.u(32), scale: bits.u(32), fixed: bits.flag() } : null;
  const hasNal = bits.flag();
  if (hasNal) skipHrd(bits);
  const hasVcl = bits.flag();
  if (hasVcl) skipHrd(bits);
  const hasHrd = hasNal || hasVcl;
  if (hasHrd) bits.skip(1);
  bits.skip(1);
  return { hasColour, timing, hasHrd, restriction: bits.flag() ? readRestriction(bits) : null };
}

function readSignalType(bits: BitReader): boolean {
  if (!bits.flag()) return false;
  bits.skip(4);
  const hasColour = bits.flag();
  if (hasColour) bits.skip(24);
  return hasColour;
}

function skipHrd(bits: BitReader): void {
  const entries = Math.min(bits.ue() + 1, HRD_ENTRIES_MAX);
  bits.skip(8);
  for (let index = 0; index < entries; index += 1) {
    bits.ue();
    bits.ue();
    bits.skip(1);
  }
  bits.skip(20);
}

function readRestriction(bits: BitReader): Restriction {
  const overBoundaries = bits.flag();
  const [bytesDenominator, bitsDenominator] = [bits.ue(), bits.ue()];
  bits.ue();
  bits.ue();
  return { overBoundaries, bytesDenominator, bitsDenominator, reorderFrames: bits.ue(), buffering: bits.ue() };
}
