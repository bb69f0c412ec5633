/** Lets so many at a time do their work; the others wait in the order in which they came. */
export interface Gate {
  pass<Done>(work: () => Promise<Done>): Promise<Done>;
}

export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    pass: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
