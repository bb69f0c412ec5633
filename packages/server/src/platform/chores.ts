import type { Log } from './log.ts';

/** Periodic work of a process. */
export interface Chore {
  /** In milliseconds, from one start to the next. */
  every: number;
  /** Its name in the log. */
  what: string;
  /** A failure is logged and tried again next time. The signal aborts when the process stops. */
  work: (signal: AbortSignal) => Promise<unknown>;
}

/** Runs each chore at once and then periodically, never twice at a time. `stop` waits for those that run. */
export function startChores(log: Log, chores: readonly Chore[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stops = chores.map((chore) => repeat(chore, stopping.signal, log));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function repeat({ every, what, work }: Chore, stopping: AbortSignal, log: Log): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= work(stopping)
      .then(
        () => undefined,
        (err: unknown) => {
          if (stopping.aborted) log.info({ err }, `${what}: given up, because the service stops`);
          else log.error({ err }, `${what}: the periodic work failed`);
        },
      )
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, every);
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
