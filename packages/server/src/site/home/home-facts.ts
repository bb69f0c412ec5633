import type { ListDate } from './list-dates.ts';
import type { Shell } from '../kit/shell.ts';

/** What the home page tells of this installation. */
export interface HomeFacts {
  shell: Shell;
  /** Of files without an account. */
  limits: { fileBytes: number; files: number; totalBytes: number; perHour: number };
  /** How long a result can be read. */
  keptHours: number;
  /** How many formats are read in some way, and how many can be signed. */
  formats: { read: number; signed: number };
  /** The trust lists in use. */
  lists: readonly ListDate[];
}
