import type { Notebook } from '../notebook.ts';
import type { DatedHead } from './track-head.ts';
import type { Track } from './track.ts';

/** Seconds from 1904, where the format begins to count, to 1970. */
const EPOCH_SECONDS = 2_082_844_800;
const DAY_SECONDS = 86_400;

/**
 * When the movie says it was made, and whether its own dates agree: changed before it was made, or tracks made on other days
 * than the movie.
 */
export function noteDates(
  notebook: Notebook,
  { created, modified, offset }: DatedHead & { offset: number },
  tracks: readonly Track[],
): void {
  if (created === 0) return notebook.check('dates', null);
  if (created < EPOCH_SECONDS) {
    notebook.warn('unix_date');
    return notebook.check('dates', null);
  }
  notebook.see('mvhd.created', isoDate(created), 'moov/mvhd', offset);
  const differs = tracks.some((track) => track.created !== 0 && Math.abs(track.created - created) > DAY_SECONDS);
  const isReversed = modified !== 0 && modified < created - DAY_SECONDS;
  notebook.check('dates', !differs && !isReversed);
  if (differs || isReversed) notebook.warn('false_date');
}

/** 64-bit times reach past what a date can be. */
function isoDate(seconds: number): string {
  const date = new Date((seconds - EPOCH_SECONDS) * 1000);
  return Number.isNaN(date.getTime()) ? 'out of range' : date.toISOString();
}
