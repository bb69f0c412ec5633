/**
 * Runs `work` with this thread's clock standing still at `instant`.
 *
 * The engine asks the global `Date` for the current time. A judgement must depend on its inputs alone (so that it can be
 * repeated later, and so that tests do not expire with the certificates), therefore the time is an input and the global is
 * replaced while the engine runs. Call it only where nothing else runs at the same time: an analysis thread works on one
 * file at a time.
 */
export async function withPinnedClock<T>(instant: Date, work: () => Promise<T>): Promise<T> {
  const RealDate = globalThis.Date;
  const milliseconds = instant.getTime();
  class PinnedDate extends RealDate {
    constructor(...parts: [] | [number | string | Date]) {
      if (parts.length === 0) super(milliseconds);
      else super(parts[0]);
    }
    static override now(): number {
      return milliseconds;
    }
  }
  globalThis.Date = PinnedDate as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}
