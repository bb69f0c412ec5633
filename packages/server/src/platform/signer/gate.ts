/** Runs a task, if necessary after others have ended. */
export type Gate = <Value>(task: () => Promise<Value>) => Promise<Value>;

/** Lets at most `places` tasks run at once; the others wait in the order they came. */
export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    // A finished task hands its place on, so that no newcomer can take it.
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
