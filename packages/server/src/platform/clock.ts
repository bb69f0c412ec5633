/** The only source of the current time for code that judges or stores times, so that a test can choose the instant. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface FixedClock extends Clock {
  /** Moves the clock forward (or back, with a negative number) by milliseconds. */
  advance(ms: number): void;
}

/** A clock that stands still until it is moved. */
export function fixedClock(start: Date | string): FixedClock {
  let at = new Date(start).getTime();
  if (Number.isNaN(at)) throw new RangeError(`fixedClock: not a time: ${String(start)}`);
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
}
