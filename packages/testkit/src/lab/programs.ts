import { existsSync } from 'node:fs';

/** Programs that write clips for tests, or read them independently. Nobody needs them to run the tests. */
export const LAB_PROGRAMS = {
  ffmpeg: '/usr/bin/ffmpeg',
  MP4Box: '/usr/bin/MP4Box',
  mkvmerge: '/usr/bin/mkvmerge',
  mkvpropedit: '/usr/bin/mkvpropedit',
  HandBrakeCLI: '/usr/bin/HandBrakeCLI',
  AtomicParsley: '/usr/bin/AtomicParsley',
  'gst-launch-1.0': '/usr/bin/gst-launch-1.0',
  kvazaar: '/usr/bin/kvazaar',
  mediainfo: '/usr/bin/mediainfo',
} as const;

export type LabProgram = keyof typeof LAB_PROGRAMS;

/** The programs of a list that this machine does not have. */
export function missingPrograms(needed: readonly LabProgram[]): LabProgram[] {
  return needed.filter((program) => !existsSync(LAB_PROGRAMS[program]));
}
