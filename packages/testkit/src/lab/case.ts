import type { Bytes } from '../bytes.ts';
import type { ClipKit } from './clip-kit.ts';
import type { LabProgram } from './programs.ts';

/** One clip of the reference's table of cases. */
export interface LabCase {
  /** Its number there, with a letter where there are several variants. */
  id: string;
  title: string;
  needs: readonly LabProgram[];
  /** Written by ordinary software alone: no claim of a generator may be called consistent with it. */
  ordinary: boolean;
  build: (kit: ClipKit) => Bytes;
}

/** A case that only FFmpeg is needed for. */
export function ffmpegCase(id: string, title: string, build: (kit: ClipKit) => string, ordinary = true): LabCase {
  return { id, title, needs: ['ffmpeg'], ordinary, build: (kit) => kit.read(build(kit)) };
}

/** A case of FFmpeg's that is changed by hand. */
export function handCase(id: string, title: string, build: (kit: ClipKit) => Bytes, ordinary = true): LabCase {
  return { id, title, needs: ['ffmpeg'], ordinary, build };
}
