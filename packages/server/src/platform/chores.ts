import type { Log } from './log.ts';

/** What a process does from time to time while it lives. */
export interface Chores {
  /** Aborts when the process stops. */
  signal: AbortSignal;
  /** Runs at once and then again and again, never twice at a time. A failure is logged and tried again next time. */
  readonly every: (ms: number, what: string, work: () => Promise<unknown>) => void;
  stop(): Promise<void>;
}

export function startChores(log: Log): Chores {
  const stopping = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  return {
    signal: stopping.signal,
    every: (ms, what, work) => {
      let running: Promise<void> | null = null;
      const run = (): void => {
        running ??= work()
          .then(
            () => undefined,
            (err: unknown) => {
              if (stopping.signal.aborted) log.info({ err }, `${what}: given up, because the service stops`);
              else log.error({ err }, `${what}: the periodic work failed`);
            },
          )
          .finally(() => {
            running = null;
          });
      };
      const timer = setInterval(run, ms);
      run();
      stops.push(async () => {
        clearInterval(timer);
        await running;
      });
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
