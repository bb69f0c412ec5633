import { ownChores, sharedChores } from './chores.ts';
import { startChores } from './platform/chores.ts';
import { openWorkers } from './queues.ts';
import type { Services } from './services.ts';

/** How long a stopping worker waits for what it is working on before it hands it back. */
const STOP_GRACE_MS = 20_000;

/** The background half of the service: queued jobs, and what is done from time to time. */
export interface Background {
  stop(): Promise<void>;
}

/** Starts taking queued jobs and doing the periodic work. Several processes may do so at once. */
export async function startBackground(services: Services): Promise<Background> {
  const workers = openWorkers(services);
  await Promise.all(workers.map((worker) => worker.start()));
  const chores = startChores(services.log, [...ownChores(services), ...sharedChores(services)]);
  return {
    stop: async () => {
      await chores.stop();
      await Promise.all(workers.map((worker) => worker.stop({ graceMs: STOP_GRACE_MS })));
    },
  };
}

/** Starts the periodic work of a process that takes no queued jobs. */
export function startHousekeeping(services: Services): Background {
  return startChores(services.log, ownChores(services));
}
