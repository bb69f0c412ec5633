const DAY_MS = 86_400_000;
/** Days are those of the books: of Asia/Shanghai, which has no summer time. */
const AHEAD_MS = 8 * 3_600_000;

/** When a day of the books begins. @param day as `2026-11-23` */
export function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

/** When it is over. */
export function endOf(day: string): Date {
  return new Date(dayOf(day).getTime() + DAY_MS);
}

/** The day of the books at an instant, as `2026-11-23`. */
export function dayAt(instant: Date): string {
  return new Date(instant.getTime() + AHEAD_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
