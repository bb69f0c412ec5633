import { randomUUID } from 'node:crypto';
import { JOB_CHANNEL } from '../../platform/queue/job.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import { listen, type Listener } from '../../platform/queue/listen.ts';
import type { Worker } from '../../platform/queue/worker.ts';
import { WEBHOOK_QUEUE } from '../events/index.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { WEBHOOK_LIMITS } from './limits.ts';
import { claimDeliveries, releaseDeliveries, type ClaimedDelivery } from './queries/sending.ts';
import type { SenderServices } from './services.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Sends what is due, woken like the workers of the queues and each second in any case. Unlike them it takes deliveries and not
 * jobs, because places are given by endpoint. Any number may run, in any number of processes. A delivery whose sender dies is due
 * again when its lease has run out.
 */
export function createSender(services: SenderServices): Worker {
  const { database, log } = services;
  const owner = `sender-${randomUUID()}`;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStopping = false;
  let pass: Promise<void> | undefined;
  let again = false;
  let listener: Listener | undefined;
  let timer: NodeJS.Timeout | undefined;

  const begin = (delivery: ClaimedDelivery): void => {
    const done = makeAttempt(services, delivery, { owner, signal: stopping.signal }).finally(() => {
      running.delete(done);
      wake();
    });
    running.add(done);
  };
  const claim = async (): Promise<void> => {
    const free = WEBHOOK_LIMITS.attemptsAtATime - running.size;
    if (free <= 0) return;
    try {
      for (const delivery of await claimDeliveries(database.db, owner, free)) begin(delivery);
    } catch (err) {
      // The database is unavailable; the next look tries again.
      log.error({ err }, 'deliveries could not be claimed');
    }
  };
  const wake = (): void => {
    if (isStopping) return;
    again = pass !== undefined;
    pass ??= claim().finally(() => {
      pass = undefined;
      if (again) wake();
    });
  };
  return {
    owner,
    start: async () => {
      const onMessage = (queue: string | null): void => {
        if (queue === null || queue === WEBHOOK_QUEUE) wake();
      };
      listener = listen({ database, channel: JOB_CHANNEL, onMessage, log });
      timer = setInterval(wake, PLATFORM_LIMITS.queuePollMs);
      await listener.ready;
      wake();
    },
    stop: async ({ graceMs }) => {
      isStopping = true;
      clearInterval(timer);
      await listener?.close();
      await pass;
      const grace = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(running);
      clearTimeout(grace);
      await releaseDeliveries(database.db, owner).catch((err: unknown) => {
        log.error({ err }, 'deliveries could not be handed back; their leases will run out');
      });
    },
  };
}

/** Never rejects: what cannot be recorded is made again when its lease has run out. */
async function makeAttempt(
  services: SenderServices,
  delivery: ClaimedDelivery,
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<void> {
  const names = { event_id: delivery.event_id, endpoint_id: delivery.endpoint_id };
  try {
    const outcome = await attemptDelivery(services, delivery, signal);
    await settleAttempt(services, delivery, outcome, owner);
  } catch (err) {
    if (signal.aborted) services.log.info(names, 'an attempt was given up, because the service stops');
    else services.log.error({ err, ...names }, 'an attempt could not be recorded');
  }
}
