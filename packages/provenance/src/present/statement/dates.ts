import type { Told } from './told.ts';

/** The day of an instant in UTC, in words; null for what is no instant. */
export function dayOf(at: string | null, { words }: Pick<Told, 'words'>): string | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(time)) return null;
  const day = new Date(time);
  return words.phrases.day(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
}
